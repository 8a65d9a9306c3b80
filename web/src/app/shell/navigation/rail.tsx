import { IconAlertTriangle, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { t } from '../../../platform/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Logo } from '../../../ui/marks/logo.tsx';
import { CountBadge } from '../../../ui/marks/status-chip.tsx';
import { tip } from '../../../ui/tips.ts';
import type { MenuGroup, MenuItem } from './menu-items.ts';
import css from './rail.module.css';

export type RailProps = {
  groups: readonly MenuGroup[];
  version: string | undefined;
  /** `icons`: narrow; `open`: with texts; `over`: open above the page, on phones. */
  look: 'icons' | 'open' | 'over';
  onToggle: () => void;
  onFollow: () => void;
};

/** The menu at the left. */
export function Rail({ groups, version, look, onToggle, onFollow }: RailProps) {
  const narrow = look === 'icons';
  return (
    <nav className={css.rail} data-look={look} aria-label={t('Principal')}>
      <div className={css.brand}>
        <Logo />
        {!narrow && <span>Balcão</span>}
        {look === 'over' && (
          <span className={css.close}>
            <IconButton label={t('Fechar menu')} onClick={onToggle}>
              <IconX size={18} />
            </IconButton>
          </span>
        )}
      </div>
      <div className={css.scroll}>
        {groups.map((group) => (
          <div key={group.title ?? ''} className={css.group}>
            {group.title && !narrow && <p className={css.title}>{group.title}</p>}
            <ul aria-label={group.title}>
              {group.items.map((item) => (
                <li key={item.to}>
                  <Item item={item} narrow={narrow} onFollow={onFollow} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className={css.foot}>
        {!narrow && <span>{version ? t('Versão {{version}}', { version }) : ''}</span>}
        {look !== 'over' && (
          <IconButton size="sm" label={narrow ? t('Abrir menu') : t('Recolher menu')} aria-expanded={!narrow} onClick={onToggle}>
            {narrow ? <IconLayoutSidebarLeftExpand size={18} /> : <IconLayoutSidebarLeftCollapse size={18} />}
          </IconButton>
        )}
      </div>
    </nav>
  );
}

function Item({ item, narrow, onFollow }: { item: MenuItem; narrow: boolean; onFollow: () => void }) {
  const Icon = item.icon;
  // Somebody reaches for it; touching it comes a moment before it is followed.
  const load = () => void item.load().catch(() => undefined);
  return (
    <NavLink
      to={item.to}
      className={css.item}
      onClick={onFollow}
      onPointerEnter={load}
      onFocus={load}
      {...tip(narrow ? item.label : undefined, 'right')}
    >
      <Icon size={18} />
      <span className={narrow ? 'visually-hidden' : css.label}>{item.label}</span>
      {item.count !== undefined && item.count > 0 && (
        <span className={css.sign}>
          <CountBadge count={item.count} label={t('{{count}} conversas não lidas', { count: item.count })} />
        </span>
      )}
      {item.dot && <span className={`${css.sign} ${css.dot}`} role="img" aria-label={item.dot} title={item.dot} />}
      {item.alert && (
        <span className={css.sign} role="img" aria-label={item.alert} title={item.alert}>
          <IconAlertTriangle size={16} color="var(--warning-text)" />
        </span>
      )}
    </NavLink>
  );
}
