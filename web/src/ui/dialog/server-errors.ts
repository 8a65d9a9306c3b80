// What the server refused in a form stays at its fields. The form's own validation knows nothing of it and would clear it with the next blur.
import type { UseFormReturnType } from '@mantine/form';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../platform/api.ts';
import { errorText, issueText } from '../../platform/errors.ts';
import { sameValue } from './changed-elsewhere.tsx';

type Form<Values extends Record<string, unknown>> = UseFormReturnType<Values>;

/** The field an error code belongs to, e.g. `{ ERR_EMAIL_ALREADY_EXISTS: 'email' }`. */
export type FieldOfCode<Values> = Partial<Record<string, keyof Values & string>>;

/** Puts the server's errors at their fields. True if all of them have one. They are seen at once, so a form stops being busy before it calls this. */
export function placeErrors<Values extends Record<string, unknown>>(
  form: Form<Values>,
  error: unknown,
  fieldOfCode: FieldOfCode<Values> = {},
): boolean {
  const { found, complete } = errorsByField(form.getValues(), error, fieldOfCode);
  if (Object.keys(found).length > 0) {
    // Marked at once: the next frame may come before React draws by itself.
    flushSync(() => form.setErrors(found));
    focusFirstError();
  }
  return complete;
}

export type ServerErrors<Values> = {
  /** As `placeErrors`; each error stays until the value of its field is changed. */
  place: (error: unknown, fieldOfCode?: FieldOfCode<Values>) => boolean;
  /** The server is asked again. */
  forget: () => void;
};

/** The server's errors of a form. */
export function useServerErrors<Values extends Record<string, unknown>>(form: Form<Values>): ServerErrors<Values> {
  const refused = useRef(new Map<string, { value: unknown; text: string }>());
  useLayoutEffect(() => {
    for (const [path, { value, text }] of refused.current) {
      if (!sameValue(valueAt(form.getValues(), path), value)) refused.current.delete(path);
      else if (form.errors[path] === undefined) form.setFieldError(path, text);
    }
  });
  return {
    place: (error, fieldOfCode = {}) => {
      const values = form.getValues();
      const { found } = errorsByField(values, error, fieldOfCode);
      refused.current = new Map(Object.entries(found).map(([path, text]) => [path, { value: valueAt(values, path), text }]));
      return placeErrors(form, error, fieldOfCode);
    },
    forget: () => refused.current.clear(),
  };
}

/** Moves the caret into the first wrong field of the open form, once it is marked. */
export function focusFirstError(): void {
  // A password field of Mantine says only `data-invalid`.
  const wrong = 'form [aria-invalid="true"], form input[data-invalid]';
  window.requestAnimationFrame(() => document.querySelector<HTMLElement>(wrong)?.focus());
}

/** `complete`: every part of the error has its field. */
function errorsByField<Values extends Record<string, unknown>>(
  values: Values,
  error: unknown,
  fieldOfCode: FieldOfCode<Values>,
): { found: Record<string, string>; complete: boolean } {
  if (!(error instanceof ApiError)) return { found: {}, complete: false };
  const field = fieldOfCode[error.code];
  const found: Record<string, string> = field ? { [field]: errorText(error) } : {};
  let lost = 0;
  for (const issue of error.issues) {
    const path = issue.path.replace(/^body\./, '');
    if ((path.split('.')[0] ?? '') in values) found[path] = issueText(issue);
    else lost += 1;
  }
  return { found, complete: lost === 0 && Object.keys(found).length > 0 };
}

function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), values);
}
