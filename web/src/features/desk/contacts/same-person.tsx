import { IconUsers } from '@tabler/icons-react';
import { useDuplicates } from '../../../data/contacts/queries.ts';
import { t } from '../../../platform/i18n.ts';
import css from './same-person.module.css';

export type SamePersonProps = { contactId: number; onCompare: (otherId: number) => void };

const shownMax = 3;

/** Other contacts that may be the same person, each with a button to compare. Shows nothing if there are none. */
export function SamePerson({ contactId, onCompare }: SamePersonProps) {
  const { data } = useDuplicates(contactId);
  if (!data || data.length === 0) return null;
  return (
    <ul className={css.same}>
      {data.slice(0, shownMax).map(({ id, name }) => (
        <li key={id}>
          <IconUsers size={18} aria-hidden />
          <span>
            {t('Parece ser a mesma pessoa que')} <b>{name}</b>
          </span>
          <button type="button" aria-label={t('Comparar com {{name}}', { name })} onClick={() => onCompare(id)}>
            {t('Comparar')}
          </button>
        </li>
      ))}
    </ul>
  );
}
