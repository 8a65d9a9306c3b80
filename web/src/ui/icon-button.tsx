import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { tip } from './tips.ts';

export type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'color' | 'style' | 'children'> &
  Pick<ActionIconProps, 'size' | 'variant' | 'color' | 'loading' | 'children'> & {
    /** Read aloud, and shown in the tooltip. */
    label: string;
    /** The shortcut for the same action, shown in the tooltip. */
    keys?: string | undefined;
    pressed?: boolean;
  };

/** An icon button with its name as label and tooltip. */
export function IconButton({ label, keys, pressed, children, ...rest }: IconButtonProps) {
  return (
    <ActionIcon type="button" aria-label={label} aria-pressed={pressed} {...tip(keys ? `${label} (${keys})` : label)} {...rest}>
      {children}
    </ActionIcon>
  );
}
