import { Button } from '@qingzhou/ui/button'
import { DownloadIcon } from '@qingzhou/ui/icons'
import { toast } from '@qingzhou/ui/toast'
import { unlessTold } from '#shared/told.ts'
import { staff } from './queries.ts'

/** What was found as a file, or the whole list. The link is asked for when it is wanted, because it soon ends. */
export function ExportButton({ search }: { search: string }) {
  return (
    <Button kind="text" icon={<DownloadIcon size={20} />} onPress={async () => exportNames(search)}>
      {search === '' ? '导出全部' : '导出结果'}
    </Button>
  )
}

async function exportNames(search: string) {
  try {
    const { fileUrl } = await staff.names({
      ...(search !== '' && { search }),
      pageNo: 1,
      asFile: true,
    })
    if (fileUrl === undefined) toast('名单暂时无法导出，请稍后再试')
    else save(fileUrl)
  } catch (error) {
    unlessTold(error)
  }
}

/** A link of our own host that the server answers with a file: following it leaves no page. */
function save(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
