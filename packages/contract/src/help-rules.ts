export const helpLimits = { titleMin: 3, titleMax: 150, descriptionMin: 3, descriptionMax: 2000, listMax: 500 } as const;

/** Where videos are embedded from, and their pictures. The content security policy names them. */
export const videoHost = 'https://www.youtube-nocookie.com';
export const videoPictureHost = 'https://i.ytimg.com';

const code = /^[\w-]{6,20}$/;
const address = /^(?:https?:\/\/)?(?:[\w-]+\.)*(?:youtube\.com|youtube-nocookie\.com|youtu\.be)\/(.*)$/i;

/** The code of a video, from itself or from the address of the video's page; null if it is neither. */
export function videoCode(text: string): string | null {
  const given = text.trim();
  if (code.test(given)) return given;
  const rest = address.exec(given)?.[1];
  if (rest === undefined) return null;
  const found = /[?&]v=([\w-]+)/.exec(rest)?.[1] ?? /^(?:(?:embed|shorts|live|v)\/)?([\w-]+)(?:[?#/].*)?$/.exec(rest)?.[1];
  return found !== undefined && code.test(found) ? found : null;
}

/** The address at which the video plays within a page. */
export function videoEmbed(video: string): string {
  return `${videoHost}/embed/${encodeURIComponent(video)}?autoplay=1&rel=0`;
}

/** The still picture of a video. */
export function videoPicture(video: string): string {
  return `${videoPictureHost}/vi/${encodeURIComponent(video)}/mqdefault.jpg`;
}
