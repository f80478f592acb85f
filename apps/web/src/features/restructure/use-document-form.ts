import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from '@qingzhou/ui/toast'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation.ts'
import { missingOf } from '#shared/files/missing-of.ts'
import { useFiles } from '#shared/files/use-files.ts'
import { useForm } from '#shared/form.ts'
import type { HardshipDocument } from './hardship-document.ts'
import { documentsQuery, restructure } from './queries.ts'
import { useDocuments } from './use-documents.ts'

/** One document as it is being filled in; what was typed survives a reload. */
export function useDocumentForm({ proof: { proofNo }, note, files: kept }: HardshipDocument) {
  const client = useQueryClient()
  const form = useForm({
    draft: `hardship-${proofNo}`,
    initial: { note: note ?? '' },
    rules: {},
    unkept: [],
  })
  const files = useFiles({
    owner: proofNo,
    kept,
    send: async (part, options) => restructure.uploadDocument({ ...part, proofNo }, options),
    remove: async (fileNo) =>
      restructure.uploadDocument({ act: 'remove', proofNo, fileNo }, { quiet: true }),
    renew: async () => {
      const { documents } = await client.fetchQuery({ ...documentsQuery, staleTime: 0 })
      return documents.find(({ proof }) => proof.proofNo === proofNo)?.files ?? []
    },
  })
  const { ask: send, problem } = useDocuments()
  const [isConfirming, setConfirming] = useState(false)
  const [told, setTold] = useState<string>()
  const missing = missingOf(files)

  function ask() {
    setTold(missing)
    if (missing === undefined) setConfirming(true)
  }

  async function handIn() {
    const said = form.values.note.trim()
    const fileNos = files.kept.map(({ fileNo }) => fileNo)
    const input = { proofNo, fileNos, note: said === '' ? undefined : said }
    if (!(await send({ act: 'submit', ...input }))) return
    form.forget()
    toast('资料已提交')
    await go(routes.restructure.documents, { replace: true })
  }

  const confirming = { isOpen: isConfirming, close: () => setConfirming(false) }
  return {
    form,
    files,
    error: told === missing ? missing : undefined,
    ask,
    handIn,
    confirming,
    problem,
  }
}
