import { ButtonLink } from '@qingzhou/ui/button'

/** The files to fill in, as the web app's own assets. */
export function Templates() {
  return (
    <div className="row row-between small">
      <span className="ink-2">还没有文件？先下载模板</span>
      <span className="row">
        <ButtonLink kind="text" href="/templates/name-list.xlsx" download="员工贷名单模板.xlsx">
          Excel
        </ButtonLink>
        <ButtonLink kind="text" href="/templates/name-list.csv" download="员工贷名单模板.csv">
          CSV
        </ButtonLink>
      </span>
    </div>
  )
}
