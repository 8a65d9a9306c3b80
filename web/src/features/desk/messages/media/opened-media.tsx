import type { MessageView } from '@balcao/contract/messages';
import { Suspense } from 'react';
import { lazyPart } from '../../../../platform/lazy-part.ts';
import { documentName, isPdf } from '../bubble/message-text.ts';

const Lightbox = lazyPart(async () => ({ default: (await import('./lightbox.tsx')).Lightbox }));
const PdfViewer = lazyPart(async () => ({ default: (await import('../pdf/pdf-viewer.tsx')).PdfViewer }));

export type OpenedMediaProps = {
  message: MessageView;
  /** Where it is a picture: it and its neighbours. */
  pictures: readonly MessageView[];
  onClose: () => void;
};

/** The picture or the PDF of a message, over the whole screen. */
export function OpenedMedia({ message, pictures, onClose }: OpenedMediaProps) {
  return (
    <Suspense>
      {isPdf(message) && message.mediaUrl ? (
        <PdfViewer name={documentName(message)} url={message.mediaUrl} onClose={onClose} />
      ) : (
        <Lightbox pictures={pictures} start={message} onClose={onClose} />
      )}
    </Suspense>
  );
}
