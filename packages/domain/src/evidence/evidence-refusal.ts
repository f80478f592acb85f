/** Refusals of evidence and its files. */
export type EvidenceRefusal =
  | { kind: 'evidence-unknown' }
  | { kind: 'evidence-closed' }
  | { kind: 'evidence-changed' }
  | { kind: 'evidence-not-on-behalf' }
  | { kind: 'reason-needed' }
  | { kind: 'files-needed' }
  | { kind: 'files-too-many'; max: number }
  | { kind: 'file-unusable' }
  | { kind: 'file-locked' }
  | { kind: 'file-too-many-pages'; max: number }
  | { kind: 'file-damaged' }
  | { kind: 'uploads-used-up' }
  | { kind: 'forbearance-running' }
