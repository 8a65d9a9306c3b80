import { Loader, type LoaderProps } from '@mantine/core';

/** Something is on its way; `label` tells screen readers what. Without it, a text beside it has to. */
export function Spinner({ label, ...look }: { label?: string } & Pick<LoaderProps, 'size' | 'color' | 'className'>) {
  return label ? <Loader role="progressbar" aria-label={label} {...look} /> : <Loader aria-hidden {...look} />;
}
