/** The kinds of rooms, each with what says which one it is. The product adds its own in events/rooms.ts, and there are no others. */
export interface Rooms {
  /** Everybody on the platform. */
  everyone: unknown;
}

/** A set of sockets: `to` is the kind, the other fields say which one. */
export type Room = { [To in keyof Rooms]: { to: To } & Rooms[To] }[keyof Rooms];
