import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { isTyping } from '../../../../platform/keys.ts';

/**
 * Takes files that are dropped anywhere on the open conversation or pasted while nobody types elsewhere. Answers whether files are held over it now.
 * Where none may be written (`onFiles` null), a dropped file does not replace the page either.
 */
export function useDroppedFiles(within: RefObject<HTMLElement | null>, onFiles: ((files: File[]) => void) | null): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent((files: File[]) => onFiles?.(files));
  const may = onFiles !== null;
  useEffect(() => {
    // The header belongs to the conversation too.
    const conversation = () => within.current?.closest('section') ?? within.current;
    const isHere = (target: EventTarget | null) => target instanceof Node && conversation()?.contains(target) === true;
    const onDrag = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      const here = may && isHere(event.target);
      event.preventDefault();
      event.dataTransfer.dropEffect = here ? 'copy' : 'none';
      setOver(here);
    };
    const onLeave = (event: DragEvent) => {
      if (!isHere(event.relatedTarget)) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (may && isHere(event.target)) take([...event.dataTransfer.files]);
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const elsewhere = isTyping(event.target) || document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
      if (event.defaultPrevented || !may || files.length === 0 || elsewhere) return;
      event.preventDefault();
      take(files);
    };
    const cancel = () => setOver(false);
    window.addEventListener('dragover', onDrag);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('dragend', cancel);
    window.addEventListener('drop', onDrop);
    window.addEventListener('paste', onPaste);
    return () => {
      window.removeEventListener('dragover', onDrag);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('dragend', cancel);
      window.removeEventListener('drop', onDrop);
      window.removeEventListener('paste', onPaste);
    };
  }, [within, may]);
  return over;
}

/** Pasted pictures have no name of their own. */
export function named(files: readonly File[]): File[] {
  return files.map((file, at) => (file.name ? file : new File([file], `imagem-${at + 1}.png`, { type: file.type })));
}
