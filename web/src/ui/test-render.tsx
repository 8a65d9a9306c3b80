import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ConfirmHost } from './dialog/confirm-dialog.tsx';
import { theme } from './theme.ts';

/** Renders a component as in the app, without transitions. */
export function renderUi(node: ReactNode) {
  return render(
    <MantineProvider theme={theme} env="test">
      {node}
      <ConfirmHost />
    </MantineProvider>,
  );
}
