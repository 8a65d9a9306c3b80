import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

export type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'color' | 'style' | 'children'> &
  Pick<ActionIconProps, 'size' | 'variant' | 'color' | 'loading' | 'children'> & {
    /** Read aloud, and shown in the tooltip. */
    label: string;
    /** Keys that do the same, shown in the tooltip. */
    keys?: string;
    pressed?: boolean;
  };

/** A button that is an icon, with its name as label and tooltip. What it opened is not covered by the tooltip. */
export function IconButton({ label, keys, pressed, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={keys ? `${label} (${keys})` : label} disabled={rest['aria-expanded'] === true}>
      <ActionIcon type="button" aria-label={label} aria-pressed={pressed} {...rest}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
