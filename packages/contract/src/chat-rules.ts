/** The most members of an internal chat, its owner among them. */
export const chatMembersMax = 200;

export const chatTitleMax = 100;
