import { type CommandId, keysProblem } from '@balcao/contract/command-rules';
import { useId, useState } from 'react';
import { showKeys } from '../../../platform/commands.ts';
import { t } from '../../../platform/i18n.ts';
import { currentKeys } from '../../../platform/session.ts';
import { Kbd } from '../../../ui/text/kbd.tsx';
import css from './keyboard-sheet.module.css';
import { usePressedKeys } from './pressed-keys.ts';

type Props = {
  id: CommandId;
  label: string;
  chosen: Parameters<typeof keysProblem>[2];
  /** The name of another command, for a refusal. */
  nameOf: (id: CommandId) => string;
  onChoose: (keys: string | null) => void;
};

/** The keys of a command; pressed, it takes other ones. */
export function KeysButton({ id, label, chosen, nameOf, onChoose }: Props) {
  const [waits, setWaits] = useState(false);
  const [refusal, setRefusal] = useState('');
  const refusalId = useId();
  const keys = currentKeys(id);
  if (waits) {
    return (
      <Waiting
        onPressed={(pressed) => {
          setWaits(false);
          if (pressed === 'cancel') return;
          if (pressed === 'none') return onChoose(null);
          const found = keysProblem(id, pressed.keys, chosen);
          if (!found) return onChoose(pressed.keys);
          const shown = showKeys(pressed.keys);
          if (found.problem === 'taken' && found.of) setRefusal(t('{{keys}} já é de “{{name}}”.', { keys: shown, name: nameOf(found.of) }));
          else setRefusal(t('{{keys}} não pode ser usado como atalho.', { keys: shown }));
        }}
      />
    );
  }
  return (
    <>
      <button
        type="button"
        className={css.button}
        aria-label={t('Trocar o atalho de {{name}}: {{keys}}', { name: label, keys: keys ? showKeys(keys) : t('nenhum') })}
        aria-describedby={refusal ? refusalId : undefined}
        onClick={() => {
          setRefusal('');
          setWaits(true);
        }}
      >
        {keys ? <Kbd keys={showKeys(keys)} /> : <span className={css.none}>{t('nenhum')}</span>}
      </button>
      {refusal && (
        <span id={refusalId} role="alert" className={css.refusal}>
          {refusal}
        </span>
      )}
    </>
  );
}

function Waiting({ onPressed }: { onPressed: Parameters<typeof usePressedKeys>[0] }) {
  const first = usePressedKeys(onPressed);
  return (
    <span role="status" className={css.waits}>
      {first ? `${first} …` : t('Pressione as teclas (Esc cancela, Backspace tira)')}
    </span>
  );
}
