import type { CommandId } from '@balcao/contract/command-rules';
import { Button, Switch } from '@mantine/core';
import { type Command, useReachable } from '../../../platform/commands.ts';
import { notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { useShortcuts } from '../../../platform/session.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Kbd } from '../../../ui/text/kbd.tsx';
import css from './keyboard-sheet.module.css';
import { KeysButton } from './keys-button.tsx';
import { useChooseShortcuts } from './mutations.ts';

/** The commands that work on this page, with keys that the person may change, and the switch that turns them off. */
export function KeyboardSheet({ onClose }: { onClose: () => void }) {
  const commands = useReachable();
  const { used, keys } = useShortcuts();
  const save = useChooseShortcuts();
  const choose = (next: Partial<{ used: boolean; keys: typeof keys }>) =>
    save.mutate({ used, keys, ...next }, { onError: (error) => notifyError(error) });
  const nameOf = (id: CommandId) => commands.find((command) => command.id === id)?.label ?? t('outro comando');
  const groups: [string, Command[]][] = [
    [t('Nesta conversa'), commands.filter(({ id }) => /^(ticket|composer)\./.test(id))],
    [t('Nesta tela'), commands.filter(({ id }) => !/^(ticket|composer|app|go)\./.test(id))],
    [t('Em todas as telas'), commands.filter(({ id }) => id.startsWith('app.'))],
    [t('Ir para'), commands.filter(({ id }) => id.startsWith('go.'))],
  ];
  return (
    <Dialog opened onClose={onClose} title={t('Atalhos do teclado')} width={720}>
      <div className={css.head}>
        <Switch label={t('Usar atalhos do teclado')} checked={used} onChange={(event) => choose({ used: event.currentTarget.checked })} />
        {Object.keys(keys).length > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => choose({ keys: {} })}>
            {t('Voltar aos atalhos de fábrica')}
          </Button>
        )}
      </div>
      {groups.map(
        ([title, listed]) =>
          listed.length > 0 && (
            <section key={title} aria-label={title}>
              <h3 className={css.title}>{title}</h3>
              <ul className={css.keys}>
                {listed.map(({ id, label }) => (
                  <li key={id}>
                    <span>{label}</span>
                    <KeysButton
                      id={id}
                      label={label}
                      chosen={keys}
                      nameOf={nameOf}
                      onChoose={(chosen) => choose({ keys: { ...keys, [id]: chosen } })}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
      <p className={css.hint}>
        <Kbd keys="Esc" /> {t('Fechar o que está por cima')} · {t('AltGr nunca dispara um atalho: ele escreve o que o seu teclado manda.')}
      </p>
    </Dialog>
  );
}
