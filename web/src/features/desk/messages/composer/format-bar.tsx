import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconItalic,
  IconList,
  IconListNumbers,
  IconStrikethrough,
  type TablerIcon,
} from '@tabler/icons-react';
import { showKeys } from '../../../../platform/commands.ts';
import { t } from '../../../../platform/i18n.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import css from './composer.module.css';
import type { Mark } from './marks.ts';

/** WhatsApp's marks for what is selected in the field. */
export function FormatBar({ id, onMark }: { id: string; onMark: (mark: Mark) => void }) {
  const marks: [Mark, TablerIcon, string, string][] = [
    ['bold', IconBold, t('Negrito'), 'Ctrl+B'],
    ['italic', IconItalic, t('Itálico'), 'Ctrl+I'],
    ['strike', IconStrikethrough, t('Tachado'), 'Ctrl+Shift+X'],
    ['mono', IconCode, t('Monoespaçado'), 'Ctrl+Shift+M'],
    ['quote', IconBlockquote, t('Citação'), 'Ctrl+Shift+9'],
    ['bullets', IconList, t('Lista'), 'Ctrl+Shift+8'],
    ['numbers', IconListNumbers, t('Lista numerada'), 'Ctrl+Shift+7'],
  ];
  return (
    <div id={id} className={css.format} role="toolbar" aria-label={t('Formatação')}>
      {marks.map(([mark, Icon, label, keys]) => (
        <IconButton
          key={mark}
          size="sm"
          label={label}
          keys={showKeys(keys)}
          // Keep the selection in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onMark(mark)}
        >
          <Icon size={16} />
        </IconButton>
      ))}
    </div>
  );
}
