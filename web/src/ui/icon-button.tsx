import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

export type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'color' | 'style' | 'children'> &
  Pick<ActionIconProps, 'size' | 'variant' | 'color' | 'loading' | 'children'> & {
    /** Read aloud, and shown in the tooltip. */
    label: string;
    /** The shortcut for the same action, shown in the tooltip. */
    keys?: string | undefined;
    pressed?: boolean;
  };

/** An icon button with its name as label and tooltip. The tooltip is hidden while what it opened is shown. */
export function IconButton({ label, keys, pressed, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={keys ? `${label} (${keys})` : label} disabled={rest['aria-expanded'] === true}>
      <ActionIcon type="button" aria-label={label} aria-pressed={pressed} {...rest}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
