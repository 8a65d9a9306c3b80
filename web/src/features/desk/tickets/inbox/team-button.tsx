import { Popover } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { useQueues } from '../../../../data/queues/queries.ts';
import { useWorkload } from '../../../../data/tickets/queries.ts';
import { useColleagues } from '../../../../data/users/queries.ts';
import { t } from '../../../../platform/i18n.ts';
import { presenceText } from '../../../../platform/presence-text.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Avatar } from '../../../../ui/marks/avatar.tsx';
import css from './team-load.module.css';
import { type TeamLine, teamLines } from './team-load.ts';

/** Shows how much everybody has to do. `onPerson`: shows the conversations of one, for those who may filter by person. */
export function TeamButton({ onPerson }: { onPerson: ((userId: number) => void) | null }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <IconButton label={t('Equipe agora')} size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          <IconUsersGroup size={17} />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Team
          onPerson={
            onPerson &&
            ((userId) => {
              setOpen(false);
              onPerson(userId);
            })
          }
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function Team({ onPerson }: { onPerson: ((userId: number) => void) | null }) {
  const workload = useWorkload();
  const { data: people } = useColleagues();
  const { data: queues = [] } = useQueues();
  if (!workload || !people) return <div className={css.team}>{t('Carregando')}</div>;
  const lines = teamLines(people, workload.users);
  const waiting = workload.queues.flatMap(({ queueId, pending }) => {
    const queue = queueId === null ? { id: 0, name: t('Sem fila') } : queues.find(({ id }) => id === queueId);
    return queue ? [{ id: queue.id, name: queue.name, pending }] : [];
  });
  return (
    <div className={css.team} data-autofocus tabIndex={-1}>
      <h2 className={css.title}>{t('Equipe agora')}</h2>
      <ul className={css.list}>
        {lines.map((line) => (
          <li key={line.id}>
            {onPerson ? (
              <button type="button" className={css.line} onClick={() => onPerson(line.id)}>
                <Line line={line} />
              </button>
            ) : (
              <span className={css.line}>
                <Line line={line} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {lines.length === 0 && <p className={css.aside}>{t('Ninguém está online nem tem conversas abertas.')}</p>}
      {waiting.length > 0 && <h2 className={css.title}>{t('Aguardando por fila')}</h2>}
      <ul className={css.list}>
        {waiting.map(({ id, name, pending }) => (
          <li key={id} className={css.queue}>
            <span className={css.name}>{name}</span>
            <span className={css.numbers}>{t('{{count}} aguardando', { count: pending })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Line({ line: { name, online, away, open, waiting, capacity, full } }: { line: TeamLine }) {
  return (
    <>
      <Avatar name={name} size="sm" online={online && !away} />
      <span className={css.name}>
        {name}
        <span className={css.aside}>
          {presenceText({ online, away })}
          {full && ` · ${t('no limite')}`}
        </span>
      </span>
      <span className={css.numbers}>
        {capacity === null ? t('{{count}} conversas', { count: open }) : t('{{open}} de {{capacity}} conversas', { open, capacity })}
        {waiting > 0 && <span className={css.waits}>{t('{{count}} esperando resposta', { count: waiting })}</span>}
      </span>
    </>
  );
}
