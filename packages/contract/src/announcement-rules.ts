export const priorities = [1, 2, 3] as const;
export type Priority = (typeof priorities)[number];

/** `shownMax`: how many a person is shown at once. */
export const announcementLimits = { titleMax: 150, textMax: 5000, shownMax: 50 } as const;

/** The types of pictures that an announcement takes. */
export const announcementPictures: readonly string[] = ['image/png', 'image/jpeg'];
