import type { RefObject } from 'react';

export type FilePickerProps = {
  /** For the button that opens it. */
  ref: RefObject<HTMLInputElement | null>;
  onFiles: (files: File[]) => void;
  multiple?: boolean;
  accept?: string | undefined;
  /** Opens the camera of a phone. */
  camera?: boolean;
  /** Its name, where its button has none of its own. */
  label?: string;
};

/** Chooses files of the device. Nothing of it is seen; the same file can be chosen again. */
export function FilePicker({ ref, onFiles, multiple = false, accept, camera = false, label }: FilePickerProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple={multiple}
      accept={accept}
      capture={camera ? 'environment' : undefined}
      hidden
      aria-hidden={label === undefined || undefined}
      aria-label={label}
      onChange={(event) => {
        onFiles([...(event.currentTarget.files ?? [])]);
        event.currentTarget.value = '';
      }}
    />
  );
}
