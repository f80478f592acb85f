import { useQuery } from '@tanstack/react-query'
import { Button } from '@qingzhou/ui/inputs'
import { Sheet } from '@qingzhou/ui/overlays'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { QueryProvider } from '#platform/api/query-provider.tsx'
import type { Agreement } from './agreement-tick.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { StaticPage, staticPageQuery } from './static-page.tsx'

export interface AgreementSheetProps {
  agreement: Agreement
  open: boolean
  onClose: () => void
}

/** Shows the full text of one agreement. The sign-in pages have no query client of their own. */
export default function AgreementSheet(props: AgreementSheetProps) {
  return (
    <QueryProvider>
      <Reading {...props} />
    </QueryProvider>
  )
}

function Reading({ agreement, open, onClose }: AgreementSheetProps) {
  const page = useQuery(staticPageQuery(agreement.name))

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={agreement.title}
      actions={
        <Button kind="quiet" onPress={onClose}>
          已阅读，返回填写
        </Button>
      }
    >
      <QueryState query={page} skeleton={<SkeletonLines count={8} />}>
        {(content) => <StaticPage page={content} />}
      </QueryState>
    </Sheet>
  )
}
