import { errorText } from '../../platform/errors.ts';
import { ErrorState } from '../page/error-state.tsx';
import { FieldsSkeleton } from '../page/skeleton.tsx';
import { Dialog } from './dialog.tsx';

export type LoadingDialogProps = {
  title: string;
  onClose: () => void;
  /** Why the content could not be loaded; null while it loads. */
  error: unknown;
  retry: () => void;
  /** The title of the error, and the label for screen readers while it loads. */
  errorTitle: string;
  label: string;
  rows?: number;
  width?: number;
};

/** Shown in place of a dialog while its content loads. */
export function LoadingDialog({ title, onClose, error, retry, errorTitle, label, rows = 3, width }: LoadingDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={title} {...(width ? { width } : {})}>
      {error ? <ErrorState title={errorTitle} text={errorText(error)} onRetry={retry} /> : <FieldsSkeleton rows={rows} label={label} />}
    </Dialog>
  );
}
