import { Switch } from '@mantine/core';
import { t } from '../../../platform/i18n.ts';
import { shortcutsKey, showKeys, useShortcuts } from '../../../platform/shortcuts.ts';
import { useStored } from '../../../platform/storage.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Kbd } from '../../../ui/text/kbd.tsx';
import css from './keyboard-sheet.module.css';

/** The keys that work on this page, and the switch that turns them off. */
export function KeyboardSheet({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcuts();
  const [state, setState] = useStored(shortcutsKey, 'on');
  const seen = new Set<string>();
  const distinct = [...shortcuts].reverse().filter(({ keys }) => !seen.has(keys) && seen.add(keys));
  return (
    <Dialog opened onClose={onClose} title={t('Atalhos do teclado')} width={620}>
      <dl className={css.keys}>
        {distinct.map(({ keys, label }) => (
          <div key={keys}>
            <dt>{label}</dt>
            <dd>
              <Kbd keys={showKeys(keys)} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('Fechar o que está por cima')}</dt>
          <dd>
            <Kbd keys="Esc" />
          </dd>
        </div>
      </dl>
      <Switch
        className={css.off}
        label={t('Usar atalhos do teclado')}
        checked={state === 'on'}
        onChange={(event) => setState(event.currentTarget.checked ? 'on' : 'off')}
      />
    </Dialog>
  );
}
