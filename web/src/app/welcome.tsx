import { IconBrandWhatsapp, IconChecks } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useVersion } from '../data/version/queries.ts';
import { chooseLanguage, type Language, languageNames, languages, t, useLanguage } from '../platform/i18n.ts';
import { Logo } from '../ui/marks/logo.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import css from './welcome.module.css';

export { css as welcomeCss };

/** The frame of the pages before signing in: the form on the left, the drawing of the counter on the right. */
export function Welcome({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  const language = useLanguage();
  const version = useVersion();
  return (
    <div className={css.welcome}>
      <main className={css.side}>
        <div className={css.head}>
          <span className={css.brand}>
            <Logo /> Balcão
          </span>
          <ThemeToggle />
        </div>
        <div className={css.inner}>
          <div>
            <h1>{title}</h1>
            <p className={css.intro}>{intro}</p>
          </div>
          {children}
        </div>
        <div className={css.foot}>
          <span>{version ? t('Versão {{version}}', { version }) : ''}</span>
          <select
            className={css.language}
            aria-label={t('Idioma')}
            value={language}
            onChange={(event) => void chooseLanguage(event.currentTarget.value as Language)}
          >
            {languages.map((one) => (
              <option key={one} value={one}>
                {languageNames[one]}
              </option>
            ))}
          </select>
        </div>
      </main>
      <Scene />
    </div>
  );
}

function Scene() {
  return (
    <aside className={css.scene} aria-hidden>
      <div className={css.stage}>
        <span className={css.who}>
          <IconBrandWhatsapp size={14} /> {t('Loja Centro · agora')}
        </span>
        <div className={css.left}>{t('Oi! Vocês abrem no feriado?')}</div>
        <div className={css.left}>{t('Queria levar a mesa Aroeira')}</div>
        <div className={css.right}>{t('Abrimos das 9h às 14h, Otávio. Já separei a sua no estoque.')}</div>
        <span className={css.who} data-end>
          {t('Marina respondeu em 40 s')} <IconChecks size={14} />
        </span>
      </div>
      <svg className={css.bell} viewBox="0 0 92 64" fill="currentColor" aria-hidden>
        <circle cx="46" cy="8" r="6" />
        <path d="M10 50a36 36 0 0 1 72 0z" />
        <rect y="54" width="92" height="10" rx="5" />
      </svg>
      <div className={css.counter} />
    </aside>
  );
}
