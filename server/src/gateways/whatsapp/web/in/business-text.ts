// Messages that only businesses and rare features send, as plain text with no words of our own: their text, choices, sums and links.
import type { proto } from 'baileys';
import { number, record, text } from '../../cloud-json.ts';
import { count } from './media-ref.ts';

/** Joins the lines that exist; null if there are none. */
export function lines(...parts: (string | null)[]): string | null {
  return text(parts.filter((part) => part !== null).join('\n'));
}

/** The objects in an untrusted list. */
export function list<T extends object>(value: T[] | null | undefined): T[] {
  return Array.isArray(value) ? value.filter((item) => record(item) !== null) : [];
}

export function pollText(poll: { name?: string | null; options?: proto.Message.PollCreationMessage.IOption[] | null }): string | null {
  const question = text(poll.name);
  return question && lines(`📊 ${question}`, ...list(poll.options).map((option) => bullet(option.optionName)));
}

export function pollResultText(poll: proto.Message.IPollResultSnapshotMessage): string | null {
  const question = text(poll.name);
  const votes = list(poll.pollVotes).map((vote) =>
    bullet([text(vote.optionName), count(vote.optionVoteCount)].filter((part) => part !== null).join(' · ')),
  );
  return question && lines(`📊 ${question}`, ...votes);
}

export function eventText(event: proto.Message.IEventMessage): string | null {
  const name = text(event.name);
  const place = lines(text(event.location?.name), text(event.location?.address))?.replaceAll('\n', ', ') ?? null;
  return (
    name &&
    lines(
      `${event.isCanceled === true ? '❌' : '📅'} ${name}`,
      lines(moment(count(event.startTime)), moment(count(event.endTime)))?.replace('\n', ' – ') ?? null,
      place && `📍 ${place}`,
      text(event.description),
      text(event.joinLink),
    )
  );
}

export function scheduledCallText(call: proto.Message.IScheduledCallCreationMessage): string | null {
  const ms = count(call.scheduledTimestampMs);
  return lines(prefixed('📅', text(call.title)), moment(ms === null ? null : ms / 1000));
}

export function listText(message: proto.Message.IListMessage): string | null {
  const rows = list(message.sections).flatMap((section) => [
    text(section.title),
    ...list(section.rows).map((row) => bullet([text(row.title), text(row.description)].filter((part) => part !== null).join(' · '))),
  ]);
  return lines(text(message.title), text(message.description), ...rows, text(message.footerText));
}

export function buttonsText(message: proto.Message.IButtonsMessage): string | null {
  const buttons = list(message.buttons).map((button) => bullet(button.buttonText?.displayText));
  return lines(text(message.text), text(message.contentText), ...buttons, text(message.footerText));
}

export function templateText(template: proto.Message.TemplateMessage.IHydratedFourRowTemplate): string | null {
  const buttons = list(template.hydratedButtons).map(({ quickReplyButton, urlButton, callButton }) =>
    bullet([
      text(quickReplyButton?.displayText) ?? text(urlButton?.displayText) ?? text(callButton?.displayText),
      text(urlButton?.url) ?? text(callButton?.phoneNumber),
    ]),
  );
  return lines(text(template.hydratedTitleText), text(template.hydratedContentText), ...buttons, text(template.hydratedFooterText));
}

export function structuredText(message: proto.Message.IHighlyStructuredMessage): string | null {
  const hydrated = message.hydratedHsm?.hydratedTemplate ?? message.hydratedHsm?.hydratedFourRowTemplate;
  return (hydrated && templateText(hydrated)) ?? lines(...(Array.isArray(message.params) ? message.params.map(text) : []));
}

/** `deep` limits nested carousels. */
export function interactiveText(message: proto.Message.IInteractiveMessage, deep = 0): string | null {
  const buttons = list(message.nativeFlowMessage?.buttons).flatMap(({ buttonParamsJson }) => {
    const params = parsed(buttonParamsJson);
    const rows = list(params?.sections as object[] | undefined).flatMap((section) => list(record(section)?.rows as object[] | undefined));
    return rows.length > 0
      ? rows.map((row) => bullet([text(record(row)?.title), text(record(row)?.description)]))
      : [bullet([text(params?.display_text), text(params?.url) ?? text(params?.phone_number) ?? text(params?.copy_code)])];
  });
  const cards = deep > 3 ? [] : list(message.carouselMessage?.cards).map((card) => interactiveText(card, deep + 1));
  return lines(
    text(message.header?.title),
    text(message.header?.subtitle),
    text(message.body?.text),
    ...buttons,
    ...cards,
    text(message.footer?.text),
  );
}

export function orderText(order: proto.Message.IOrderMessage): string | null {
  const items = count(order.itemCount);
  const sum = money(order.totalAmount1000, 1000, order.totalCurrencyCode);
  const title = [text(order.orderTitle), items === null ? null : `${items} ×`, sum].filter((part) => part !== null).join(' · ');
  return lines(prefixed('🛒', text(title)), text(order.message));
}

export function productText(message: proto.Message.IProductMessage): string | null {
  const product = message.product;
  const catalog = message.catalog;
  const price =
    money(product?.salePriceAmount1000, 1000, product?.currencyCode) ?? money(product?.priceAmount1000, 1000, product?.currencyCode);
  const title = [text(product?.title) ?? text(catalog?.title), price].filter((part) => part !== null).join(' · ');
  return lines(
    prefixed('🏷️', text(title)),
    text(product?.description) ?? text(catalog?.description),
    text(product?.url),
    text(message.body),
    text(message.footer),
  );
}

export function paymentText(request: proto.Message.IRequestPaymentMessage): string | null {
  const sum =
    money(request.amount?.value, number(request.amount?.offset) ?? 1000, request.amount?.currencyCode) ??
    money(request.amount1000, 1000, request.currencyCodeIso4217);
  return prefixed('💰', sum);
}

export function inviteText(invite: proto.Message.IGroupInviteMessage): string | null {
  const code = text(invite.inviteCode);
  return lines(
    prefixed('👥', text(invite.groupName)),
    text(invite.caption),
    code && `https://chat.whatsapp.com/${encodeURIComponent(code)}`,
  );
}

/** A filled-in form: its text, then one `field: answer` per line. */
export function formText(body: string | null, paramsJson: unknown): string | null {
  const answers = Object.entries(parsed(paramsJson) ?? {}).filter(([field]) => field !== 'flow_token');
  return lines(
    body,
    ...answers.map(([field, answer]) => text(`${field}: ${typeof answer === 'object' ? JSON.stringify(answer) : String(answer)}`)),
  );
}

/** The ad that brought the customer. Ordinary link previews only repeat the text, so they are ignored. */
export function adText(context: proto.IContextInfo | null): string | null {
  const ad = context?.externalAdReply;
  const isAd = ad?.sourceType === 'ad' || ad?.showAdAttribution === true || text(ad?.ctwaClid) !== null || text(ad?.sourceId) !== null;
  return ad && isAd ? lines(prefixed('📣', text(ad.title) ?? text(ad.body)), text(ad.sourceUrl)) : null;
}

export function prefixed(sign: string, words: string | null): string | null {
  return words === null ? null : `${sign} ${words}`;
}

export function parsed(json: unknown) {
  try {
    return record(JSON.parse(text(json) ?? '{}'));
  } catch {
    return null;
  }
}

function bullet(words: unknown): string | null {
  const said = Array.isArray(words) ? text(words.filter((word) => word !== null).join(' · ')) : text(words);
  return prefixed('▫️', said);
}

function money(value: unknown, scale: number, currency: unknown): string | null {
  const whole = count(value);
  if (whole === null || scale <= 0) return null;
  return [text(currency), (whole / scale).toFixed(2)].filter((part) => part !== null).join(' ');
}

/** In UTC, and labelled so: the server does not know the reader's time zone. */
function moment(seconds: number | null): string | null {
  if (seconds === null || seconds <= 0 || seconds > 4_102_444_800) return null;
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
