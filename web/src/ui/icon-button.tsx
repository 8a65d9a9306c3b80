import { ActionIcon, type ActionIconProps, UnstyledButton } from '@mantine/core';
import type { ComponentPropsWithRef, CSSProperties } from 'react';
import { height } from './theme.ts';
import { tip } from './tips.ts';

export type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'color' | 'style' | 'children'> &
  Pick<ActionIconProps, 'size' | 'variant' | 'color' | 'loading' | 'children'> & {
    /** Read aloud, and shown in the tooltip. */
    label: string;
    /** The shortcut for the same action, shown in the tooltip. */
    keys?: string | undefined;
    pressed?: boolean;
  };

const plain = `icon-button mantine-ActionIcon-root mantine-focus-auto ${ActionIcon.classes.root} ${UnstyledButton.classes.root} `;

/** An icon button with its name as label and tooltip. */
export function IconButton({ label, keys, pressed, size, ...rest }: IconButtonProps) {
  const named = { ...tip(keys ? `${label} (${keys})` : label), 'aria-label': label, 'aria-pressed': pressed, ...rest };
  if (rest.variant || rest.loading !== undefined) return <ActionIcon type="button" {...named} size={size} />;
  // A conversation has hundreds of these: each is one element, where the other is four components.
  return (
    <button
      type="button"
      {...named}
      className={plain + (rest.className ?? '')}
      data-disabled={rest.disabled || undefined}
      style={{ '--ai-size': height(size) } as CSSProperties}
    />
  );
}
