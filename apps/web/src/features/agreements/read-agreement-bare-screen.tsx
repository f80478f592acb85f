import { Reader } from './reader.tsx'

export default function ReadAgreementBareScreen() {
  return <Reader chrome="none" />
}
