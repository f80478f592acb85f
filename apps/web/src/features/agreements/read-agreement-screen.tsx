import { Reader } from './reader.tsx'

export default function ReadAgreementScreen() {
  return <Reader chrome="full" />
}
