import { videoEmbed, videoPicture } from '@balcao/contract/help-rules';
import type { HelpView } from '@balcao/contract/helps';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import css from './helps.module.css';

/** The videos as cards with their pictures. */
export function VideoCards({ helps, onPlay }: { helps: readonly HelpView[]; onPlay: (help: HelpView) => void }) {
  return (
    <ul className={css.cards}>
      {helps.map((help) => (
        <li key={help.id}>
          <button type="button" className={css.card} onClick={() => onPlay(help)}>
            <span className={css.picture}>
              <Picture video={help.video} />
              <span className={css.play} aria-hidden>
                <IconPlayerPlayFilled size={22} />
              </span>
            </span>
            <b>
              <span className="visually-hidden">{t('Assistir')} </span>
              {help.title}
            </b>
            <span className={css.about}>{help.description}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Without its picture, for example offline, a card is still a card. */
function Picture({ video }: { video: string }) {
  const [broken, setBroken] = useState(false);
  return broken ? null : <img src={videoPicture(video)} alt="" loading="lazy" onError={() => setBroken(true)} />;
}

/** Plays a video. Escape closes it. */
export function VideoDialog({ help, onClose }: { help: HelpView; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={help.title} width={880}>
      <iframe
        className={css.frame}
        src={videoEmbed(help.video)}
        title={help.title}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        // The host refuses to play for a page that does not say where it is.
        referrerPolicy="strict-origin-when-cross-origin"
        allowFullScreen
      />
      <p className={css.whole}>{help.description}</p>
    </Dialog>
  );
}
