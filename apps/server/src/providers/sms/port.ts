/** Sends text messages. Throws a ProviderFault when the message was not accepted. */
export type SmsSender = {
  /** Sends a text message. Idempotent by our `messageId`. */
  send(message: {
    readonly messageId: string
    readonly phone: string
    readonly text: string
  }): Promise<void>
}
