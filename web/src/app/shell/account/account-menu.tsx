import { Suspense, useState } from 'react';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { AccountButton } from './account-button.tsx';

const AccountDropdown = lazyPart(async () => ({ default: (await import('./account-dropdown.tsx')).AccountDropdown }));

/** The person's picture and the menu behind it, which is loaded when somebody is about to open it. */
export function AccountMenu({ onKeyboard }: { onKeyboard: () => void }) {
  const [wanted, setWanted] = useState(false);
  const button = (
    <AccountButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={AccountDropdown.ahead}
      onFocus={AccountDropdown.ahead}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <AccountDropdown onKeyboard={onKeyboard} />
    </Suspense>
  );
}
