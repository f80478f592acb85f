export type PdfAttachment = { readonly name: string; readonly pdf: Buffer }

/** Sends e-mails. Throws a ProviderFault when the message was not accepted. */
export type MailSender = {
  /** Sends a mail. Idempotent by our `messageId`. */
  send(message: {
    readonly messageId: string
    readonly to: string
    readonly subject: string
    readonly text: string
    readonly attachments?: readonly PdfAttachment[]
  }): Promise<void>
}
