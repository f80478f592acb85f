import { reliefReasons } from '@qingzhou/contract/delays'
import { useFiles } from '#shared/files/use-files.ts'
import { useForm } from '#shared/form.ts'
import { chosen } from '#shared/rules.ts'
import { repayment } from './queries.ts'
import type { Relief, ReliefApplication } from './relief.ts'
import { useRelief } from './use-relief.ts'

const DAYS_FIRST = 30

/**
 * What is filled in for relief, and handing it in. What was typed outlives a reload; of an application
 * that was sent back, only what is missing has to be added.
 */
export function useReliefForm({ daysMax }: Relief, application: ReliefApplication) {
  const { proofNo } = application.proof
  const { ask, problem } = useRelief()
  const form = useForm({
    draft: 'relief',
    initial: {
      days: String(Math.min(application.days ?? DAYS_FIRST, daysMax)),
      reason: application.reliefReason ?? '',
      note: application.note ?? '',
      files: '',
    },
    rules: { reason: chosen('原因') },
    unkept: ['files'],
  })
  const files = useFiles({
    owner: proofNo,
    kept: application.files,
    send: async (part, options) => repayment.uploadReliefProof({ ...part, proofNo }, options),
    remove: async (fileNo) =>
      repayment.uploadReliefProof({ act: 'remove', proofNo, fileNo }, { quiet: true }),
  })
  const reason = reliefReasons.find((known) => known === form.values.reason)

  async function submit() {
    const hasReason = form.check('reason')
    form.tell('files', files.kept.length === 0 ? '请上传至少一份证明' : undefined)
    if (!hasReason || !reason || files.kept.length === 0) return
    const note = form.values.note.trim()
    const isTaken = await ask({
      act: 'submit',
      proofNo,
      days: Math.min(Number(form.values.days) || DAYS_FIRST, daysMax),
      reliefReason: reason,
      note: note === '' ? undefined : note,
      fileNos: files.kept.map(({ fileNo }) => fileNo),
    })
    if (isTaken) form.forget()
  }

  // Said after a press, and taken back with the first file.
  const filesError = files.kept.length === 0 ? form.text('files').error : undefined
  return { form, files, filesError, reason, submit, problem }
}
