/** An answer that is a file, sent piece by piece as it is made. Once the first piece is out, a failure can only cut it short. */
export class Download {
  constructor(
    readonly filename: string,
    readonly pieces: AsyncIterable<string>,
  ) {}
}
