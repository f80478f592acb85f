/** What stands before a test person's eyes and camera, and what arrives on their phone. */
export type Outside = {
  /** As base64, which is how pictures travel. */
  picture(personKey: string, name: string): Promise<string>
  /** The newest code that was sent to a phone. */
  newestCode(phone: string): Promise<string>
}

type Inbox = { readonly messages: readonly { readonly code?: string }[] }

/** The sandbox draws the test people and keeps what is sent to them. */
export function createOutside(sandboxUrl: string): Outside {
  async function ask(path: string): Promise<Response> {
    const answer = await fetch(`${sandboxUrl}${path}`)
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} for ${path}.`)
    return answer
  }

  return {
    async picture(personKey, name) {
      const answer = await ask(`/people/${encodeURIComponent(personKey)}/${name}.png`)
      return Buffer.from(await answer.arrayBuffer()).toString('base64')
    },

    async newestCode(phone) {
      const answer = await ask(`/inbox?phone=${encodeURIComponent(phone)}&limit=5`)
      // The sandbox is ours, and an inbox looks like this.
      const { messages } = (await answer.json()) as Inbox
      // A notice may have come after the code.
      return messages.find(({ code }) => code !== undefined)?.code ?? ''
    },
  }
}
