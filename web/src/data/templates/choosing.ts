import type { TemplateChoice } from '@balcao/contract/template-rules';
import type { ReactNode } from 'react';

/** What a form needs to have a template chosen in it. Forms of other features show the field through a function that the page hands in. */
export type TemplateFieldProps = {
  /** A Cloud API number. */
  whatsappId: number;
  value: TemplateChoice | null;
  onChange: (value: TemplateChoice | null) => void;
  description: string;
  /** Stands for the customer's name in a value, e.g. `{nome}`. */
  nameVariable: string;
  /** What else values may contain. */
  hint: string;
  /** Fills in a value as for an example, for the preview. */
  fill: (value: string) => string;
  error: ReactNode;
};

export type RenderTemplateField = (props: TemplateFieldProps) => ReactNode;
