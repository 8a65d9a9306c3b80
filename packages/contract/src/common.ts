// Small schemas that every feature uses. Queries arrive as text, so numbers and lists are accepted in both forms.
import { z } from 'zod';
import { searchMax } from './search-rules.ts';
import { storableText } from './storable-text.ts';

/** A positive integer id, as number or digits. */
export const id = z.union([
  z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .pipe(z.number()),
]);

/** A non-negative integer, as number or digits; empty text counts as zero. */
export const count = z.union([
  z.number().int().min(0).max(2_147_483_647),
  z
    .string()
    .regex(/^\d{0,9}$/)
    .transform((text) => Number(text || 0)),
]);

/** An optional reference: `null`, `false` and empty text all mean none. */
export const optionalId = z.union([id, z.null(), z.literal(false).transform(() => null), z.literal('').transform(() => null)]).optional();

function listOf<T extends z.ZodType<number>>(one: T, most = 500) {
  const list = z.array(one).max(most);
  return z.union([
    list,
    z
      .string()
      .max(10_000)
      .transform((text, ctx) => {
        try {
          const parsed = list.safeParse(JSON.parse(text));
          if (parsed.success) return parsed.data;
        } catch {
          // falls through to the issue below
        }
        ctx.addIssue({ code: 'custom', message: 'not a list of ids' });
        return z.NEVER;
      }),
  ]);
}

/** A list of ids, as an array or as JSON text of one. */
export const idList = listOf(id);

/** As `idList`, of at most so many. */
export const idsUpTo = (most: number) => listOf(id, most);

/** An id, or 0: what refers to nothing. */
export const idOrNone = z.union([
  z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  z
    .string()
    .regex(/^(0|[1-9]\d{0,14})$/)
    .transform(Number)
    .pipe(z.number()),
]);

/** As `idList`, of ids and 0. */
export const idOrNoneList = listOf(idOrNone);

/** `true` as boolean, text or number. */
export const flag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '0', '1', '', 't', 'f']).transform((text) => text === 'true' || text === '1' || text === 't'),
  z.number().transform((n) => n === 1),
]);

/** Text with limits. Characters that cannot be stored are replaced: NUL is removed, an unpaired surrogate becomes U+FFFD. */
export function text(max: number, min = 0) {
  return z
    .string()
    .max(max)
    .transform((value) => storableText(value))
    .pipe(z.string().min(min));
}

/** Trimmed text with limits. Text without visible characters counts as empty. */
export function name(min: number, max: number) {
  return text(max * 2)
    .transform((value) => (/[^\p{Cc}\p{Cf}\p{Z}]/u.test(value) ? value.trim() : ''))
    .pipe(z.string().min(min).max(max));
}

/** Text that may be missing or null. */
export function optionalText(max: number) {
  return text(max)
    .nullish()
    .transform((value) => value ?? undefined);
}

export const email = text(254)
  .transform((value) => value.trim())
  .pipe(z.email());

/** A calendar day, YYYY-MM-DD. There is no year 0. */
export const day = z.iso.date().refine((value) => value >= '0001');

export const pageNumber = z
  .union([
    z.number().int().min(1).max(100_000),
    z
      .string()
      .regex(/^[1-9]\d{0,4}$/)
      .transform(Number),
  ])
  .default(1);

export const searchParam = text(searchMax)
  .transform((value) => value.trim())
  .default('');

export const page = { pageNumber, searchParam };

/** ISO 8601 instant, UTC. */
export const instant = z.string();

export const message = z.object({ message: z.string() });

/** Shapes that occur in many answers, with the names they have in the API reference. One without a name is written out where it occurs. */
export const named = z.registry<{ id: string }>();
