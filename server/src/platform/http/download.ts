/** An answer that is a file, streamed while it is made. After the first piece, a failure can only cut it short. */
export class Download {
  constructor(
    readonly filename: string,
    readonly pieces: AsyncIterable<string>,
  ) {}
}
