import { variableNames } from '@balcao/contract/variables-rules';
import { t } from '../../platform/i18n.ts';
import css from './quick-message-dialog.module.css';

/** The variables a message may hold, each a button that inserts it. */
export function VariableChips({ onPick }: { onPick: (variable: string) => void }) {
  return (
    <div className={css.chips} role="group" aria-label={t('Inserir variável')}>
      {variableNames.map((name) => (
        <button key={name} type="button" title={`{{${name}}}`} onClick={() => onPick(`{{${name}}}`)}>
          {labelOf(name)}
        </button>
      ))}
    </div>
  );
}

function labelOf(name: (typeof variableNames)[number]): string {
  switch (name) {
    case 'firstName':
      return t('Primeiro nome');
    case 'name':
      return t('Nome');
    case 'greeting':
      return t('Saudação');
    case 'protocol':
      return t('Protocolo');
    case 'date':
      return t('Data');
    case 'hour':
      return t('Hora');
  }
}
