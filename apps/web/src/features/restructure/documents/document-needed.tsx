import { useQuery } from '@tanstack/react-query'
import { Banner } from '@qingzhou/ui/feedback'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { documentsQuery } from '#features/restructure/queries.ts'
import { links } from '#features/restructure/links.ts'

/** A long term needs a hardship document: the requirement and its state. */
export function DocumentNeeded({ monthsMax }: { monthsMax: number }) {
  return (
    <Banner tone="soon">
      {useIsUnderReview()
        ? `困难证明正在审核，通过后就能按超过 ${monthsMax} 期签约，结果会短信通知您`
        : `超过 ${monthsMax} 期，需要先上传失业、疾病等困难证明，审核通过后才能签约`}
    </Banner>
  )
}

/** Opens the upload, or the document under review. */
export function DocumentButton({ loanNo }: { loanNo: string | undefined }) {
  if (useIsUnderReview()) return <ButtonLink href={links.documents}>查看审核进度</ButtonLink>
  return <ButtonLink href={links.uploadDocuments(loanNo)}>上传困难证明</ButtonLink>
}

function useIsUnderReview(): boolean {
  const { data } = useQuery(documentsQuery)
  return data?.documents.some(({ proof }) => proof.state === 'toReview') ?? false
}
