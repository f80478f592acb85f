/** Sends text messages. Throws a ProviderFault when the message was not accepted. */
export type SmsSender = {
  /** `messageId` is our own number: asked twice with it, the message goes out once. */
  send(message: {
    readonly messageId: string
    readonly phone: string
    readonly text: string
  }): Promise<void>
}
