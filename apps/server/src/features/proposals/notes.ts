import { SMALL_PART_BYTES } from '@qingzhou/contract/wire/files'
import type { Transaction } from '@qingzhou/platform/database/database'
import { createConcurrencyLimit } from '@qingzhou/platform/files/concurrency-limit'
import { HOUSE } from '@qingzhou/platform/files/files'
import { sanitiseFile } from '@qingzhou/platform/files/sanitise-file'
import { endUpload, lockUpload } from '@qingzhou/platform/files/upload-store'
import {
  dropUpload,
  ownerOf,
  readUpload,
  receivePart,
  type SentPart,
  type UploadKey,
} from '@qingzhou/platform/files/uploads'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { lockUndecided, requireUndecided } from './decide-proposal.ts'
import { insertNote, listNotes } from './note-store.ts'
import { findProposal, type ProposalRecord } from './proposal-store.ts'
import { reasonOf, type ProposalDeps } from './propose.ts'
import { requirePermission, requireStaff, type Acting } from './rules.ts'

const FILES_MAX = 9

/** A picture may decompress to some hundred megabytes. */
const inTurn = createConcurrencyLimit({ atOnce: 2, ofOneOwner: 4 })

type ProposalKey = { readonly proposalNo: string }

/** Adds a comment to an undecided proposal. */
export async function comment(
  deps: ProposalDeps,
  staff: Acting,
  { proposalNo, text }: ProposalKey & { readonly text: string },
): Promise<void> {
  const said = reasonOf({ reason: text })
  await deps.database.inTransaction(async (tx) => {
    const { customer } = await lockForNote(tx, deps, staff, proposalNo)
    const written = { writtenBy: staff.staffNo, writtenAt: deps.now() }
    await insertNote(tx, deps, { proposalNo, customer, act: 'comment', text: said, ...written })
    const about = `proposal=${proposalNo}`
    const act = 'comment-on-proposal'
    await recordStaffAct(tx, deps, { staff, act, ...(customer && { customer }), about })
  })
}

type EvidencePart = ProposalKey & SentPart & { readonly uploadNo: string }

/**
 * Receives a part of a file that supports an undecided proposal. With the last one the file is
 * checked, re-encoded, encrypted and added. Returns how many parts arrived.
 */
export async function addEvidence(
  deps: ProposalDeps,
  staff: Acting,
  { proposalNo, uploadNo, ...sent }: EvidencePart,
): Promise<{ readonly parts: number; readonly isAdded: boolean }> {
  const proposal = await findProposal(deps.database, deps, proposalNo)
  requireUndecided(proposal)
  const customer: CustomerNo = proposal.customer ?? HOUSE
  await deps.database.inTransaction((tx) => lockForNote(tx, deps, staff, proposalNo))
  const key = { customer, staffNo: staff.staffNo, about: `proposal ${proposalNo}`, uploadNo }
  const { parts, isWhole, fileNo } = await receivePart(deps, key, sent, SMALL_PART_BYTES)
  if (isWhole && fileNo === undefined) {
    await inTurn(ownerOf(key), () => keep(deps, staff, { proposalNo, key }))
  }
  return { parts, isAdded: isWhole }
}

async function keep(
  deps: ProposalDeps,
  staff: Acting,
  { proposalNo, key }: ProposalKey & { readonly key: UploadKey },
): Promise<void> {
  const upload = await readUpload(deps.database, deps, key, SMALL_PART_BYTES)
  if (!upload) return
  const own = await sanitiseFile(upload.bytes).catch(async (cause: unknown) => {
    // A retry cannot succeed with the same content.
    if (cause instanceof Refused) await dropUpload(deps.database, key)
    throw cause
  })
  const owner = key.customer === '' ? HOUSE : key.customer
  const fileNo = await deps.files.put(own.bytes, { customer: owner, kind: 'evidence' })
  await deps.database.inTransaction(async (tx) => {
    const { customer } = await lockForNote(tx, deps, staff, proposalNo)
    // Another request with the same last part was first: the file written here is swept away.
    if ((await lockUpload(tx, key))?.fileNo !== undefined) return
    const notes = await listNotes(tx, deps, proposalNo)
    if (notes.filter((one) => one.file).length >= FILES_MAX) {
      throw new Refused({ kind: 'files-too-many', max: FILES_MAX })
    }
    await deps.files.hold(tx, { customer: owner, fileNo })
    const file = { fileNo, kind: own.kind, bytes: own.bytes.length }
    const written = { writtenBy: staff.staffNo, writtenAt: deps.now(), text: upload.fileName }
    await insertNote(tx, deps, { proposalNo, customer, act: 'evidence', file, ...written })
    await endUpload(tx, key, fileNo)
    const about = `proposal=${proposalNo} file=${fileNo}`
    const act = 'add-proposal-evidence'
    await recordStaffAct(tx, deps, { staff, act, ...(customer && { customer }), about })
  })
}

async function lockForNote(
  tx: Transaction,
  deps: ProposalDeps,
  staff: Acting,
  proposalNo: string,
): Promise<ProposalRecord> {
  requirePermission(staff, 'make')
  const proposal = await lockUndecided(tx, deps, proposalNo)
  await requireStaff(tx, deps, staff, proposal.customer)
  return proposal
}

/** The bytes of a file of a proposal. The look is recorded first. */
export async function evidenceFile(
  deps: ProposalDeps,
  staff: Acting,
  { proposalNo, noteNo }: ProposalKey & { readonly noteNo: string },
): Promise<{ readonly bytes: Buffer; readonly kind: 'picture' | 'pdf' }> {
  const proposal = await findProposal(deps.database, deps, proposalNo)
  const notes = proposal ? await listNotes(deps.database, deps, proposalNo) : []
  const file = notes.find((note) => note.noteNo === noteNo)?.file
  if (!proposal || !file) throw new Refused({ kind: 'document-unknown' })
  const { customer } = proposal
  const about = `proposal=${proposalNo} file=${file.fileNo}`
  const act = 'look-at-proposal-evidence'
  await recordStaffAct(deps.database, deps, { staff, act, ...(customer && { customer }), about })
  const bytes = await deps.files.read({ customer: customer ?? HOUSE, fileNo: file.fileNo })
  if (!bytes) throw new Refused({ kind: 'document-unknown' })
  return { bytes, kind: file.kind }
}
