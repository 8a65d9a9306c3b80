/// <reference types="vite/client" />
declare module 'virtual:theme.css';
declare module 'virtual:emojis' {
  /** The emoji, its group, and its words in Portuguese, English and Spanish, the name first, with `|` between. */
  export const emojis: readonly (readonly [emoji: string, group: number, pt: string, en: string, es: string])[];
}
