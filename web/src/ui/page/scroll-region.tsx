import type { ComponentPropsWithRef } from 'react';

export type ScrollRegionProps = Omit<ComponentPropsWithRef<'div'>, 'aria-label' | 'role' | 'tabIndex'> & {
  label: string;
  /** `log`: what comes in is read out. */
  role?: 'region' | 'log' | 'group';
};

/** A part of the page that scrolls by itself. It has the focus, so that the keyboard scrolls it as well. */
export function ScrollRegion({ label, role = 'region', ...rest }: ScrollRegionProps) {
  return <section {...rest} role={role} aria-label={label} tabIndex={0} />;
}
