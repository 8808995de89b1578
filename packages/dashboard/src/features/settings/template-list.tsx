import { useTexts } from '../../language/use-language.tsx';
import { brand_texts } from './brand-texts.ts';
import { TemplatePreview } from './template-preview.tsx';

const templates = ['default', 'abidjan', 'cotonou'] as const;
/** Widths in CSS pixels: that of a phone, and that of a desktop for the template designed for it. */
const widths = { default: 390, abidjan: 390, cotonou: 1000 } as const;
type Template = (typeof templates)[number];

interface TemplateListProps {
  readonly chosen: Template;
  /** The payment page in each template, as a complete document; undefined until loaded. */
  readonly previews: Readonly<Record<Template, string>> | undefined;
  readonly onChange: (template: Template) => void;
  readonly disabled: boolean;
}

/** The choice of a template, with previews as customers will see them. */
export function TemplateList({ chosen, previews, onChange, disabled }: TemplateListProps) {
  const texts = useTexts(brand_texts);
  return (
    <fieldset className="template-list">
      <legend>{texts.templates}</legend>
      {templates.map((one) => (
        <div key={one} className="card template">
          {previews && (
            <TemplatePreview
              title={texts.preview(texts.template_names[one])}
              html={previews[one]}
              width={widths[one]}
            />
          )}
          <label>
            <input
              type="radio"
              name="template"
              checked={chosen === one}
              onChange={() => onChange(one)}
              disabled={disabled}
            />
            <span>
              {texts.template_names[one]}
              <small>{texts.template_abouts[one]}</small>
            </span>
          </label>
        </div>
      ))}
    </fieldset>
  );
}
