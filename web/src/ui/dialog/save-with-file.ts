import { useRef, useState } from 'react';
import type { AttachmentValues } from '../fields/attachment-field.tsx';

type WithFile = { id: number; mediaName: string | null };

/**
 * Saves a record and then its file, if that was chosen or removed. What was saved is kept if the file is refused, so that saving again
 * changes it and adds no other. `share`: from 0 to 1 while the file is uploaded, else null.
 */
export function useSaveWithFile<Values extends AttachmentValues>(
  record: WithFile | null,
  save: (values: Values, id: number | null) => Promise<WithFile>,
  attach: (file: { id: number; file: File | null; onProgress: (share: number) => void }) => Promise<unknown>,
): { saveWithFile: (values: Values) => Promise<void>; share: number | null } {
  const stored = useRef(record);
  const [share, setShare] = useState<number | null>(null);
  const saveWithFile = async (values: Values) => {
    stored.current = await save(values, stored.current?.id ?? null);
    const { id, mediaName } = stored.current;
    const removed = mediaName !== null && values.kept === null;
    if (!values.file && !removed) return;
    if (values.file) setShare(0);
    try {
      await attach({ id, file: values.file, onProgress: setShare });
    } finally {
      setShare(null);
    }
  };
  return { saveWithFile, share };
}
