import { errorText } from '../platform/errors.ts';
import { Dialog } from './dialog.tsx';
import { ErrorState } from './error-state.tsx';
import { FieldsSkeleton } from './skeleton.tsx';

export type LoadingDialogProps = {
  title: string;
  onClose: () => void;
  /** Why what it shows cannot be loaded; null while it is on its way. */
  error: unknown;
  retry: () => void;
  /** What is said of an error, and for screen readers while it loads. */
  errorTitle: string;
  label: string;
  rows?: number;
  width?: number;
};

/** Stands in for a dialog until what it shows is there. */
export function LoadingDialog({ title, onClose, error, retry, errorTitle, label, rows = 3, width }: LoadingDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={title} {...(width ? { width } : {})}>
      {error ? <ErrorState title={errorTitle} text={errorText(error)} onRetry={retry} /> : <FieldsSkeleton rows={rows} label={label} />}
    </Dialog>
  );
}
