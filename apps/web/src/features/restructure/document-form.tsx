import { displayYuan } from '@qingzhou/domain/money/money'
import { Banner } from '@qingzhou/ui/banner'
import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Confirm } from '@qingzhou/ui/confirm'
import { Screen } from '@qingzhou/ui/screen'
import { TextArea } from '@qingzhou/ui/text-area'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { FilesField } from '#shared/files/files-field.tsx'
import { Problem } from '#shared/problem.tsx'
import type { HardshipDocument } from './hardship-document.ts'
import { useDocumentForm } from './use-document-form.ts'
import { WhatCounts } from './what-counts.tsx'

const NOTE_MAX = 200

/** The files, a few words, and handing them in. */
export function DocumentForm({ document }: { document: HardshipDocument }) {
  const { proof } = document
  const { form, files, error, ask, handIn, confirming, problem } = useDocumentForm(document)

  return (
    <Screen
      title={routes.restructure.uploadDocuments.title}
      onBack={back}
      footer={<Button onPress={ask}>提交资料</Button>}
    >
      <Problem of={problem} />
      {proof.state === 'refused' && (
        <Banner tone="overdue">
          上次没有通过{proof.reason !== undefined && `：${proof.reason}`}。请补充或更换后再提交
        </Banner>
      )}
      <Card title="困难证明" note={`${proof.purposeName}借款 ${displayYuan(proof.amount)} 元`}>
        <FilesField label="证明文件" files={files} error={error} />
      </Card>
      <Card>
        <TextArea
          label="情况说明（选填）"
          placeholder="例如：9 月被公司裁员，目前还没有找到工作"
          maxLength={NOTE_MAX}
          rows={3}
          value={form.values.note}
          onChange={(note) => form.set('note', note)}
        />
      </Card>
      <WhatCounts />
      <Confirm
        open={confirming.isOpen}
        onClose={confirming.close}
        title="确认提交资料"
        confirmLabel={`提交 ${files.kept.length} 个文件`}
        cancelLabel="再看看"
        onConfirm={handIn}
      >
        <p>
          提交后由工作人员审核，一般 1 至 3 个工作日；审核期间不能增减文件。有结果会短信通知您。
        </p>
      </Confirm>
    </Screen>
  )
}
