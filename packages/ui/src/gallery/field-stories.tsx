import { useState } from 'react'
import { CodeField, ImageCodeField } from '#inputs/code-field.tsx'
import { PhotoSlot } from '#inputs/photo-slot.tsx'
import { PickerField, SelectField } from '#inputs/select-field.tsx'
import { TextArea, TextField } from '#inputs/text-field.tsx'
import specimen from './specimen.svg?no-inline'
import { Story } from './story.tsx'

const degrees = [
  { value: 'college', label: '大学专科' },
  { value: 'bachelor', label: '大学本科' },
  { value: 'master', label: '硕士及以上' },
] as const

const change = () => undefined

export function FieldStories() {
  return (
    <>
      <TypedStories />
      <CodeStories />
      <ChosenStories />
      <PhotoStories />
    </>
  )
}

function TypedStories() {
  const [phone, setPhone] = useState('138 0571 6021')
  const [password, setPassword] = useState('light-boat')

  return (
    <>
      <Story name="平常、可清除、密码">
        <div className="stack stack-3">
          <TextField
            label="手机号"
            value={phone}
            onChange={setPhone}
            type="tel"
            inputMode="tel"
            clearable
          />
          <TextField
            label="邮箱"
            value=""
            onChange={change}
            placeholder="name@example.com"
            note="接收合同与结清证明"
          />
          <TextField label="密码" value={password} onChange={setPassword} type="password" />
        </div>
      </Story>
      <Story name="获得焦点、出错、请核对、只读">
        <div className="stack stack-3">
          <div className="gallery-focus">
            <TextField label="详细地址" value="文三路 18 号 2 幢 603 室" onChange={change} />
          </div>
          <TextField
            label="联系人手机号"
            value="138 0571 6021"
            onChange={change}
            error="这是您本人的手机号，请填写联系人的号码"
          />
          <TextField
            label="住址"
            value="杭州市西湖区文三路 18 号"
            onChange={change}
            doubt="「三」不清晰，请对照证件确认"
          />
          <TextField label="证件有效期" value="2031-06-30" onChange={change} readOnly />
        </div>
      </Story>
      <Story name="标签在旁，窄处叠起">
        <div className="stack stack-3">
          <TextField labelBeside label="姓名" value="林晚舟" onChange={change} />
          <TextField
            labelBeside
            label="证件号码"
            value="330106 1993 0412 4127"
            onChange={change}
            error="最后一位不对，请对照证件"
          />
        </div>
      </Story>
    </>
  )
}

function CodeStories() {
  const [code, setCode] = useState('')

  return (
    <>
      <Story name="短信码：可发、等待、还不能发">
        <div className="stack stack-3">
          <CodeField value={code} onChange={setCode} onSend={change} />
          <CodeField value="274" onChange={change} onSend={change} secondsLeft={48} />
          <CodeField value="" onChange={change} onSend={change} unavailable="请先填手机号" />
        </div>
      </Story>
      <Story name="图形码、加载中">
        <ImageCodeField value="" onChange={change} picture={undefined} onRefresh={change} />
      </Story>
    </>
  )
}

function ChosenStories() {
  const [words, setWords] = useState('')
  const [degree, setDegree] = useState<'college' | 'bachelor' | 'master'>()

  return (
    <>
      <Story name="选择：未选、已选、出错">
        <div className="stack stack-3">
          <SelectField label="最高学历" options={degrees} value={degree} onChange={setDegree} />
          <PickerField label="居住地区" value="浙江省 杭州市 西湖区" onPress={change} />
          <PickerField label="居住地区" value={undefined} onPress={change} error="请选择居住地区" />
        </div>
      </Story>
      <Story name="多行">
        <TextArea
          label="想对我们说的"
          value={words}
          onChange={setWords}
          maxLength={200}
          placeholder="请写下经过，我们会在 3 个工作日内答复"
        />
      </Story>
    </>
  )
}

function PhotoStories() {
  return (
    <Story name="拍照：待拍、识别中、已识别、出错">
      <div className="columns-2">
        <PhotoSlot label="人像面" onPick={change} note="待拍摄" camera="environment" />
        <PhotoSlot label="国徽面" onPick={change} state="busy" note="正在识别" />
        <PhotoSlot label="人像面" onPick={change} state="done" note="已识别" picture={specimen} />
        <PhotoSlot label="国徽面" onPick={change} error="有反光，请重拍" />
      </div>
    </Story>
  )
}
