import { fillTemplate, type TemplateChoice, type TemplateContent } from '@balcao/contract/template-rules';
import { IconFileText, IconPhoto, IconVideo } from '@tabler/icons-react';
import { t } from '../../../platform/i18n.ts';
import { RichText } from '../../../ui/text/rich-text.tsx';
import css from './templates.module.css';

const mediaIcons = { IMAGE: IconPhoto, VIDEO: IconVideo, DOCUMENT: IconFileText };

/** A template as the customer sees it, filled in as far as it is. */
export function TemplatePreview({ content, variables }: { content: TemplateContent; variables: TemplateChoice['variables'] }) {
  const { header, media, body, footer, buttons } = fillTemplate(content, variables);
  const MediaIcon = media && mediaIcons[media.kind];
  return (
    <section className={css.preview} aria-label={t('Como o cliente vê')}>
      <div className={css.previewBubble}>
        {MediaIcon && (
          <span className={css.media}>
            <MediaIcon size={28} aria-hidden />
          </span>
        )}
        {header && <b>{header}</b>}
        <RichText text={body} />
        {footer && <span className={css.footer}>{footer}</span>}
        {buttons.length > 0 && (
          <ul className={css.buttons}>
            {content.buttons.map(({ type, text, value }) => (
              <li key={`${type} ${text} ${value}`}>{text}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
