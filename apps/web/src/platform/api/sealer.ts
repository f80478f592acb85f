import type { Call } from '@qingzhou/contract/calls'
import { type Cipher, cipherOfPlatform, type PublicKey } from '@qingzhou/contract/sealing/cipher'
import {
  asciiJson,
  BLOCK_CHARACTERS,
  BLOCKS_MAX,
  newSessionKey,
  type SealedBody,
  sealInBlocks,
  sealUnderKey,
  type SessionKey,
} from '@qingzhou/contract/sealing/sealing'

/** The server's public key and the body format it requires. */
export type ServerKey = PublicKey & { readonly bodyForm: 'blocks' | 'session' }

export type SealedRequest = { readonly body: SealedBody; readonly keyId: string }

/** Seals bodies with the server key, which came with the page or is requested once. */
export function createSealer(
  fetchKey: () => Promise<ServerKey>,
  keyOfPage?: ServerKey,
  loadCipher: () => Promise<Cipher> = cipherOfPlatform,
) {
  let serverKey = keyOfPage && Promise.resolve(keyOfPage)
  let cipher: Promise<Cipher> | undefined
  let session: { readonly key: SessionKey; readonly token: string | undefined } | undefined

  const currentKey = (): Promise<ServerKey> => {
    serverKey ??= fetchKey().catch((error: unknown) => {
      // The next call requests the key again.
      serverKey = undefined
      throw error
    })
    return serverKey
  }

  /** One AES key per session, wrapped once; a new sign-in creates a new key. */
  const sessionKey = async (publicKey: ServerKey, token: string | undefined) => {
    if (session?.key.keyId !== publicKey.keyId || session.token !== token) {
      session = { key: await newSessionKey(await readyCipher(), publicKey), token }
    }
    return session.key
  }

  /** A browser without WebCrypto downloads it, which may fail. */
  const readyCipher = () =>
    (cipher ??= loadCipher().catch((error: unknown) => {
      // The next call loads it again.
      cipher = undefined
      throw error
    }))

  return {
    prepare: async () => {
      await Promise.all([currentKey(), readyCipher()])
    },
    forgetKey: () => {
      serverKey = undefined
    },
    async seal(call: Call, json: string, token: string | undefined): Promise<SealedRequest> {
      const [publicKey, cipher] = await Promise.all([currentKey(), readyCipher()])
      if (!goesUnderKey(call, publicKey, json)) {
        return { body: await sealInBlocks(cipher, publicKey, json), keyId: publicKey.keyId }
      }
      const key = await sessionKey(publicKey, token)
      const destination = { method: call.method, path: call.path, token }
      return { body: await sealUnderKey(cipher, key, { json, destination }), keyId: key.keyId }
    },
  }
}

/** A body with more blocks than the server accepts uses a session key. */
function goesUnderKey(call: Call, { bodyForm }: ServerKey, json: string): boolean {
  if (call.body === 'hybrid' || bodyForm === 'session') return true
  return asciiJson(json).length > BLOCK_CHARACTERS * BLOCKS_MAX
}
