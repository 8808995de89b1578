import type { Texts } from './keys.ts';

/** Portuguese as written in Mozambique, Angola, Guinea-Bissau, Cabo Verde and Portugal. */
export const pt: Texts = {
  language_name: 'Português',
  other_languages: 'Idioma',
  test_mode: 'Modo de teste: sem dinheiro real',
  locale: 'pt-PT',
  direction: 'ltr',
  secure_payment: 'Pagamento seguro',
  expires_at: 'Expira às',
  expires_soon: 'Faltam menos de dois minutos para pagar.',
  error_prefix: 'A corrigir',
  offline: 'Sem rede neste momento. Nada foi enviado: tente de novo quando ela voltar.',
  lost: 'Sem ligação. Esta página continua sozinha quando ela voltar.',

  summary: 'O seu pagamento',
  subtotal: 'Subtotal',
  fees: 'Taxas',
  total: 'Total',
  no_fee: 'sem taxas',
  fees_later: 'conforme a sua escolha',
  operator: 'Pago com',
  phone: 'Número',
  reference: 'Referência',
  paid_at: 'Data',

  choose_title: 'Como quer pagar?',
  choose_phone: 'O seu número mobile money',
  choose_phone_hint: 'com o indicativo do país',
  choose_country: 'País do número',
  choose_email: 'Endereço de e-mail',
  choose_email_hint: 'opcional',
  choose_another: 'Outra forma',
  choose_direct: 'Ou sem número',
  choose_keep: 'Guardar este número neste aparelho',
  choose_not_answering: 'Não responde neste momento',
  choose_continue: 'Continuar',
  choose_problems: {
    operator: {
      missing: 'Escolha como quer pagar.',
      gone: 'Esta forma de pagamento já não está disponível. Escolha outra.',
      down: 'Esta forma de pagamento não responde neste momento. Nada foi enviado. Escolha outra.',
    },
    phone: {
      missing: 'Escreva o número que paga.',
      invalid: 'Este número não existe. Verifique cada algarismo.',
      other_country: 'Este número é de outro país. Escreva um número do país que escolheu.',
      from_country: (country) =>
        `Este número é de outro país (${country}), onde este pagamento não é possível. Escreva outro número.`,
      from_country_picked: (country) =>
        `Este número é de outro país (${country}). Uma forma de pagar desse país está agora escolhida: verifique-a e continue.`,
    },
    email: 'Isto não é um endereço de e-mail. Corrija-o ou deixe o campo vazio.',
  },
  cancel_and_return: (shop) => `Cancelar e voltar a ${shop}`,

  hand_over_link: 'Pagar com o seu telemóvel',
  hand_over_title: 'Continue no seu telemóvel',
  hand_over_scan: 'Aponte a câmara do seu telemóvel para este quadrado.',
  hand_over_open: 'Sem câmara? Abra este endereço no telemóvel:',
  hand_over_type: 'e escreva este código:',
  hand_over_follows: 'Mantenha esta página aberta: ela acompanha o que faz no telemóvel.',
  hand_over_stay: 'Pagar neste ecrã',
  qr_code: 'Código QR',
  entry_title: 'Continuar um pagamento',
  entry_sentence: 'Escreva o código que o outro ecrã mostra.',
  entry_label: 'Código',
  entry_wrong: 'Já nenhum pagamento tem este código. Verifique cada carácter, ou veja de novo o outro ecrã.',
  entry_submit: 'Continuar',

  confirm_title: (amount) => `Vai pagar ${amount}`,
  confirm_with: (operator) => `com ${operator}`,
  confirm_number: 'número',
  confirm_change: 'Alterar',
  confirm_pay: (amount) => `Pagar ${amount}`,
  confirm_nothing_sent: 'Nada é enviado antes de tocar em Pagar.',
  confirm_too_soon: (operator, wait) =>
    `${operator} recusa o mesmo valor do mesmo número duas vezes seguidas. Nada foi cobrado. Aguarde ${wait} e toque de novo em Pagar, ou escolha outra forma de pagar.`,

  otp_title: 'Escreva o seu código',
  otp_dial: 'Marque',
  otp_then: 'no telemóvel que paga e escreva aqui o código que receber.',
  otp_from: (operator) => `Escreva o código que recebeu para ${operator}.`,
  otp_label: 'Código',
  otp_wrong: 'Este código não está certo. Nada foi cobrado. Escreva-o de novo, ou use outro.',
  otp_dial_again: 'Para outro código, marque',
  otp_resend: 'Receber outro código',
  otp_resent: {
    sent: 'Outro código vai a caminho. Só o mais recente conta.',
    too_soon: 'O último código ainda pode chegar. Espere meio minuto antes de pedir outro.',
    not_sent: 'O operador não enviou outro código. Se já tem um, escreva-o.',
  },
  otp_submit: (amount) => `Pagar ${amount}`,

  waiting_title: 'Veja o seu telemóvel',
  waiting_approve: (amount, operator) => `Autorize ${amount} com o seu PIN ${operator}.`,
  waiting_phone: (phone) => `O pedido foi enviado para ${phone}.`,
  waiting_dial: 'Nada no ecrã? Marque',
  waiting_then: 'depois escolha',
  waiting_pin: 'e introduza o seu PIN.',
  dial_steps: { payment: 'este pagamento', currency: 'a moeda', yes: 'Sim' },
  again: 'Pedir de novo',
  again_about: (operator) =>
    `Continua sem nada? Primeiro perguntamos à ${operator} o que aconteceu, para nunca pagar duas vezes.`,
  again_open: (operator) =>
    `A ${operator} ainda tem este pedido. Autorize-o no telemóvel; não pague segunda vez.`,
  waiting_not_yet: 'Ainda não autorizou?',
  waiting_time_left: 'Tempo restante:',
  waiting_until: (time) => `Autorize antes das ${time}.`,
  waiting_close: (shop) => `Pode fechar esta página: avisaremos ${shop}.`,
  wrong_number: {
    title: 'Número errado?',
    sentence:
      'O pedido está no telefone com esse número. Só o dono o pode aprovar, com o PIN dele. Termina sozinho, e depois pode escrever outro número aqui.',
  },
  waiting_moment_title: 'Um momento',
  waiting_moment: (operator) => `${operator} vai responder. Esta página continua sozinha.`,
  waiting_slow_title: 'Ainda estamos a verificar',
  waiting_slow: (operator) =>
    `${operator} ainda não respondeu. Se já autorizou, não pague de novo: a resposta aparecerá aqui.`,
  check_now: 'Verificar agora',

  redirect_title: (operator) => `Continue com ${operator}`,
  redirect_sentence: (amount, operator) => `Autorize ${amount} na página de ${operator}.`,
  redirect_open: (operator) => `Abrir ${operator}`,
  redirect_scan: (operator) => `Ou aponte a câmara do telemóvel que tem ${operator} para este quadrado.`,
  redirect_after: 'Depois volta aqui e vê o resultado.',

  success_title: 'Pagamento feito',
  success_sentence: (amount, shop) => `${amount} para ${shop}`,
  success_soon: (shop) => `Estamos a avisar ${shop}. Voltará dentro de 5 segundos.`,
  stay_here: 'Ficar aqui',
  receipt_link: 'Guardar o recibo',
  help: (shop) => `Escrever a ${shop}:`,
  help_message: ({ amount, reference, when }) =>
    `Olá, preciso de ajuda com o meu pagamento de ${amount}, referência ${reference}, ${when}.`,
  return_to: (shop) => `Voltar a ${shop}`,

  failures: {
    insufficient_funds: () => ({
      title: 'Saldo insuficiente',
      sentence: 'Nada foi cobrado. Carregue a carteira, ou escolha outra forma de pagar.',
    }),
    payer_cancelled: () => ({
      title: 'O pagamento foi recusado no telemóvel',
      sentence: 'Nada foi cobrado. Tente de novo se ainda quiser pagar.',
    }),
    payer_timeout: () => ({
      title: 'O telemóvel não respondeu a tempo',
      sentence: 'Nada foi cobrado. Tenha o telemóvel à mão e tente de novo.',
    }),
    limit_exceeded: (operator) => ({
      title: 'O montante ultrapassa um limite da carteira',
      sentence: `Nada foi cobrado. Escolha outra forma de pagar, ou contacte ${operator} para subir o limite.`,
    }),
    wrong_pin: () => ({
      title: 'O PIN não estava certo',
      sentence: 'Nada foi cobrado. Tente de novo com o PIN desta carteira.',
    }),
    wrong_otp: () => ({
      title: 'O código não estava certo',
      sentence: 'Nada foi cobrado. Tente de novo com um código novo.',
    }),
    not_registered: (operator) => ({
      title: `Este número não tem carteira com ${operator}`,
      sentence: 'Nada foi cobrado. Verifique o número, ou escolha outra forma de pagar.',
    }),
    account_blocked: (operator) => ({
      title: 'Esta carteira está bloqueada',
      sentence: `Nada foi cobrado. Escolha outra forma de pagar, ou ligue para ${operator}.`,
    }),
    operator_down: (operator) => ({
      title: `${operator} não está a funcionar neste momento`,
      sentence: 'Nada foi cobrado. Aguarde um pouco, ou escolha outra forma de pagar.',
    }),
    other: (operator) => ({
      title: `${operator} recusou o pagamento`,
      sentence: 'Nada foi cobrado. Tente de novo, ou escolha outra forma de pagar.',
    }),
  },
  some_operator: 'o operador',
  failed_retry: 'Tentar de novo ou pagar de outra forma',
  failed_same: 'O mesmo número',
  failed_other: 'Pagar de outra forma',

  unknown_title: (operator) => `Estamos a consultar ${operator}`,
  unknown_do_not: 'Não pague de novo.',
  unknown_sentence: (amount, phone) =>
    `Ainda não sabemos se ${amount} saíram da carteira de ${phone}. Continuamos a perguntar até saber.`,
  unknown_without_number: (amount) =>
    `Ainda não sabemos se ${amount} foram pagos. Continuamos a perguntar até haver resposta.`,
  unknown_close: (shop) => `Pode fechar esta página: avisaremos ${shop}. Guarde a referência.`,
  unknown_ended: 'O tempo para pagar acabou, mas o seu pagamento não está perdido.',

  held_title: 'Estamos a verificar o seu pagamento',
  held_amount: (received, total, shop) =>
    `Recebemos ${received} em vez de ${total}. ${shop} vai aceitar ou devolver-lhe o dinheiro.`,
  held_late: (received, shop) =>
    `Recebemos ${received} depois do prazo. ${shop} vai aceitar ou devolver-lhe o dinheiro.`,
  returned: (received) => ({
    title: 'O seu dinheiro vai ser devolvido',
    sentence: `Recebemos ${received}, mas esse valor não foi aceite. Volta para o número que pagou.`,
  }),
  success_difference: (difference) => `Pagou ${difference} a mais. Esse valor volta para o número que pagou.`,

  cancelled: (shop) => ({
    title: 'Pagamento cancelado',
    sentence: `Nada foi cobrado. Se ainda quiser pagar, recomece em ${shop}.`,
  }),
  expired: (shop) => ({
    title: 'Esta página de pagamento expirou',
    sentence: `Nada foi cobrado. Para pagar, recomece em ${shop}.`,
  }),
  too_many_attempts: (shop) => ({
    title: 'Demasiadas tentativas',
    sentence: `Desta vez nada foi enviado. Para pagar, recomece em ${shop}.`,
  }),
  unavailable: (shop) => ({
    title: 'De momento não há como pagar aqui',
    sentence: `Nada foi cobrado. ${shop} tem primeiro de ativar uma forma de pagamento: avise, por favor.`,
  }),
  already_paid: (amount, shop) => ({
    title: 'Já está pago',
    sentence: `${amount} pagos a ${shop}. Não há mais nada a pagar.`,
  }),
  reversed: (amount, shop) => ({
    title: 'O operador anulou este pagamento',
    sentence: `O operador devolveu-lhe ${amount}. ${shop} já não tem o dinheiro: pergunte à loja como pagar de novo.`,
  }),
  session_unknown: {
    title: 'Esta página de pagamento não existe',
    sentence:
      'Verifique o endereço, ou peça um novo à loja. Se já pagou, não pague de novo: pergunte primeiro à loja.',
  },
  rate_limited: {
    title: 'Demasiados pedidos ao mesmo tempo',
    sentence:
      'Desta vez nada foi feito. Aguarde alguns segundos e recarregue a página. Se já pagou, o seu pagamento está seguro: não pague de novo.',
  },
  recovering: {
    title: 'Os pagamentos estão em pausa',
    sentence:
      'Desta vez nada foi feito. Tente de novo um pouco mais tarde, nesta mesma página. Se já pagou, o seu pagamento está seguro: não pague de novo.',
  },
  refused: {
    title: 'Este passo não resultou',
    sentence:
      'Desta vez nada foi feito. Recarregue a página de pagamento e continue aí. Se já pagou, o seu pagamento está seguro: não pague de novo.',
  },
  error: {
    title: 'Esta página tem um problema',
    sentence:
      'A falha é nossa. Se já pagou, o seu pagamento está seguro: não pague de novo. Recarregue a página daqui a pouco.',
  },
  reload: 'Recarregar a página',

  sandbox_title: 'Carteira de teste',
  sandbox_note: 'Dinheiro fictício, só para testes.',
  sandbox_asks: (shop) => `${shop} pede-lhe um pagamento`,
  sandbox_decide: 'Modo de teste: decida em vez do telemóvel.',
  sandbox_approve: 'Autorizar',
  sandbox_refuse: 'Recusar',
  sandbox_numbers_title: 'Números para testes',
  sandbox_numbers_intro: 'Os dois últimos algarismos do número decidem o que acontece.',
  sandbox_numbers: [
    ['00', 'pago de imediato'],
    ['10', 'pago após 10 segundos'],
    ['01', 'saldo insuficiente'],
    ['05', 'PIN errado'],
    ['08', 'operador fora de serviço'],
    ['12', 'sem resposta, pago mais tarde'],
    ['20', 'pede um código: 123456'],
    ['21', 'abre a página de teste'],
    ['22', 'autoriza ou recusa à mão'],
  ],
};
