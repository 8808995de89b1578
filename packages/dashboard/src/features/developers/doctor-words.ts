/**
 * The findings and their remedies in French, by the doctor's codes. Below them, the page shows the server's own
 * English text, which contains the details.
 */
export const french_findings: Readonly<Record<string, readonly [found: string, cure: string]>> = {
  switched_off: [
    'L’adresse est arrêtée : rien ne lui est envoyé.',
    'Quand tout va bien, activez-la ci-dessus.',
  ],
  private_address: [
    'Cette adresse n’est pas joignable depuis internet.',
    'Donnez un nom que tout le monde peut joindre. Pour développer, « guichet listen » n’en demande pas.',
  ],
  not_encrypted: [
    'L’adresse est en HTTP simple : tout le monde sur le chemin peut lire les webhooks.',
    'Installez un certificat sur le serveur et écrivez https:// dans l’adresse.',
  ],
  name_not_found: [
    'Aucun serveur de noms ne connaît ce nom.',
    'Cherchez une faute de frappe. Si le nom est nouveau, ajoutez son enregistrement A ou AAAA et attendez.',
  ],
  name_server_fails: [
    'Les serveurs de noms du domaine ne répondent pas.',
    'Adressez-vous au responsable du DNS du domaine (DNSSEC compris).',
  ],
  connection_refused: [
    'Personne n’écoute sur ce port.',
    'Démarrez le serveur web, ou corrigez le port. Derrière Docker ou un pare-feu, ouvrez le port.',
  ],
  no_connection: [
    'Le serveur ne répond pas sur ce port.',
    'Laissez passer les connexions de partout vers ce port, et vérifiez que l’adresse est la bonne.',
  ],
  no_route: [
    'Aucun chemin ne mène à cette adresse.',
    'Vérifiez l’adresse dans le DNS ; retirez un enregistrement AAAA (IPv6) qui ne mène nulle part.',
  ],
  connection_broken: [
    'La connexion a été coupée.',
    'Regardez le journal du serveur web et du pare-feu devant lui.',
  ],
  connection_closed: [
    'La connexion a été fermée avant toute réponse.',
    'Cherchez un plantage dans le journal de l’application, ou un pare-feu qui rejette la requête.',
  ],
  certificate_expired: [
    'Le certificat a expiré.',
    'Renouvelez-le (certbot renew, ou chez votre hébergeur) et rechargez le serveur web.',
  ],
  certificate_expires_soon: [
    'Le certificat expire bientôt.',
    'Renouvelez-le, et cherchez pourquoi cela ne se fait pas tout seul.',
  ],
  certificate_not_yet_valid: [
    'Le certificat n’est pas encore valable.',
    'Réglez l’horloge de la machine qui l’a émis, et émettez-le à nouveau.',
  ],
  certificate_of_another_name: [
    'Le certificat est pour un autre nom.',
    'Faites-en émettre un pour ce nom, ou mettez dans l’adresse un nom du certificat.',
  ],
  certificate_self_signed: [
    'Le certificat n’est signé que par lui-même.',
    'Installez-en un d’une autorité publique ; Let’s Encrypt les donne gratuitement.',
  ],
  certificate_of_private_authority: [
    'Le certificat est signé par une autorité que personne d’autre ne connaît.',
    'Installez-en un d’une autorité publique. Un certificat d’origine d’un CDN ne vaut que pour ce CDN.',
  ],
  certificate_chain_incomplete: [
    'Le serveur n’envoie pas le certificat intermédiaire.',
    'Configurez la chaîne entière : fullchain.pem au lieu de cert.pem.',
  ],
  client_certificate_wanted: [
    'Le serveur veut un certificat de notre part (TLS mutuel).',
    'Désactivez les certificats clients pour ce chemin : la signature prouve qui envoie.',
  ],
  tls_too_old: ['Le serveur ne parle qu’un TLS ancien et retiré.', 'Activez TLS 1.2 et 1.3.'],
  not_tls: [
    'Le port répond, mais sans TLS : cela ressemble à du HTTP simple.',
    'Mettez le port HTTPS dans l’adresse, ou activez TLS sur celui-ci.',
  ],
  tls_refused: [
    'Le serveur a refusé la connexion TLS pour ce nom.',
    'Ajoutez le nom au serveur web ou au CDN, avec son certificat et des chiffrements récents.',
  ],
  tls_without_answer: [
    'La connexion est acceptée, mais TLS ne répond pas.',
    'Vérifiez que ce port parle TLS, et ce qui se trouve devant le serveur web.',
  ],
  tls_broken: ['Aucune connexion sûre n’a pu s’établir.', 'Regardez le journal du serveur web.'],
  https_wanted: ['Le port parle HTTPS.', 'Écrivez https:// dans l’adresse.'],
  not_http: ['Ce qui répond n’est pas du HTTP/1.1.', 'Vérifiez le port : il faut un serveur web derrière.'],
  headers_too_large: [
    'Les en-têtes de la réponse dépassent 16 Ko.',
    'Répondez sans cookies ni en-têtes de mise au point.',
  ],
  no_answer: [
    'La requête a été reçue, mais la réponse n’est pas venue à temps.',
    'Vérifiez que le code termine toujours sa réponse, et traite l’événement après avoir répondu.',
  ],
  too_slow: [
    'La réponse vient trop tard : le webhook compte comme échoué et repart.',
    'Répondez d’abord, travaillez ensuite : mettez l’événement en file et répondez 200 aussitôt.',
  ],
  slow: [
    'La réponse est lente ; un jour chargé, elle viendrait trop tard.',
    'Répondez d’abord, travaillez ensuite : mettez l’événement en file et répondez 200 aussitôt.',
  ],
  answer_broken: [
    'La connexion a été coupée au milieu de la réponse.',
    'Cherchez un plantage dans le journal ; Content-Length doit être la longueur du corps en octets.',
  ],
  answer_without_end: ['La réponse ne se termine pas.', 'Terminez-la : un corps vide suffit.'],
  large_answer: ['La réponse dépasse 16 Ko ; le reste n’est pas lu.', 'Répondez avec un corps vide.'],
  web_page: [
    'Une page web répond : est-ce votre code, ou une page pour toute adresse ?',
    'Comparez le chemin avec la route de votre code ; un 200 d’autre chose perd l’événement.',
  ],
  bot_challenge: [
    'Une page de contrôle anti-robot répond ; votre code n’a pas été atteint.',
    'Désactivez ce contrôle pour ce chemin.',
  ],
  firewall: [
    'Un pare-feu se trouve devant et bloque sans doute les webhooks.',
    'Laissez passer POST vers ce chemin ; l’agent s’appelle Guichet-Webhooks.',
  ],
  csrf: [
    'Une protection CSRF, faite pour les formulaires, refuse la requête.',
    'Exceptez ce chemin de la protection CSRF : la signature le protège.',
  ],
  forbidden: [
    'Une règle du serveur web, une protection CSRF ou votre code refuse la requête.',
    'Exceptez ce chemin de ces règles : la signature dit qui envoie.',
  ],
  password_wanted: [
    'Le chemin est protégé par un mot de passe.',
    'Retirez ce chemin de la protection : la signature dit qui envoie.',
  ],
  refused: [
    'Votre code rejette la requête, souvent parce que la signature ne correspond pas.',
    'Lisez son journal. Vérifiez la signature sur le corps brut, avec le secret de cette adresse, et répondez 200 aux événements que vous ne connaissez pas.',
  ],
  not_found: [
    'Rien ne répond à ce chemin.',
    'Comparez-le à la lettre avec la route de votre code. A-t-elle été mise en ligne ?',
  ],
  not_deployed: [
    'Le tunnel ou le déploiement derrière cette adresse n’existe plus.',
    'Relancez-le et mettez sa nouvelle adresse ici ; « guichet listen » n’a pas besoin de tunnel.',
  ],
  method_not_allowed: ['Le chemin existe, mais pas pour POST.', 'Déclarez la route pour POST.'],
  not_acceptable: [
    'Un filtre de l’hébergeur (ModSecurity, le plus souvent) refuse la requête.',
    'Demandez à l’hébergeur une exception pour ce chemin.',
  ],
  body_not_received: [
    'Le serveur attend encore un corps qui lui a été envoyé.',
    'Regardez le proxy devant votre code : il ne le transmet pas.',
  ],
  body_too_large_for_it: [
    'Le serveur ne prend que de plus petits corps.',
    'Permettez au moins 64 Ko pour ce chemin.',
  ],
  media_type_refused: [
    'Votre code ne prend pas application/json.',
    'Faites prendre application/json à ce chemin.',
  ],
  gone: [
    'L’adresse répond 410 Gone : un webhook avec cette réponse la désactive.',
    'Répondez 200, ou supprimez l’adresse.',
  ],
  rate_limited: [
    'Une limite de débit de votre serveur ou de l’hébergeur refuse la requête.',
    'Exceptez les webhooks de cette limite.',
  ],
  bad_gateway: [
    'Le proxy n’a pas eu de réponse de l’application derrière lui.',
    'Démarrez l’application, ou corrigez son adresse dans le proxy.',
  ],
  gateway_timeout: [
    'L’application derrière le proxy a mis trop de temps.',
    'Répondez d’abord, travaillez ensuite, et vérifiez que le proxy joint l’application.',
  ],
  unavailable: [
    'L’application est arrêtée, démarre ou est en maintenance.',
    'Démarrez-la, et exceptez les webhooks de la page de maintenance.',
  ],
  server_error: [
    'Votre code a échoué.',
    'Lisez l’erreur dans son journal ; répondez 200 aux événements que vous ne connaissez pas.',
  ],
  redirect: [
    'L’adresse redirige, et les redirections ne sont jamais suivies.',
    'Donnez l’adresse qui répond elle-même.',
  ],
  redirect_to_login: [
    'L’adresse renvoie à une page de connexion.',
    'Exceptez ce chemin de la connexion : la signature dit qui envoie.',
  ],
  body_reencoded: [
    'Votre code relit le JSON et le réécrit avant de vérifier la signature.',
    'Vérifiez la signature sur les octets bruts, tels qu’ils sont arrivés, avant toute lecture du JSON.',
  ],
  signed_text_wrong: [
    'Votre code signe le corps seul.',
    'Signez la valeur de t, un point, puis le corps brut.',
  ],
  key_wrong: [
    'Votre code prend une mauvaise clé pour la signature.',
    'La clé de X-Service-Signature est le secret entier, en texte, whsec_ compris.',
  ],
  signature_not_checked: [
    'Un webhook à la signature fausse est accepté : n’importe qui peut annoncer un paiement.',
    'Vérifiez chaque requête avant de la croire (verifyWebhook), et répondez 401 sinon.',
  ],
  signature_optional: [
    'Un webhook sans signature est accepté.',
    'Vérifiez chaque requête avant de la croire (verifyWebhook), et répondez 401 sinon.',
  ],
  refused_by_error: [
    'La fausse signature est bien refusée, mais par une erreur.',
    'Attrapez ce que la vérification lève et répondez 401, pour ne pas déclencher vos alertes.',
  ],
  unusual_json_refused: [
    'Un corps bien signé, mais écrit autrement, est refusé.',
    'Ignorez les champs inconnus, et vérifiez la signature sur les octets bruts.',
  ],
  old_signature_accepted: [
    'Un webhook signé il y a une heure est accepté : celui qui en a intercepté un peut le renvoyer.',
    'Refusez un t de plus de 5 minutes ; chaque nouvelle tentative est signée à nouveau.',
  ],
  body_not_read: [
    'La réponse vient avant que le corps soit entier : l’événement est confirmé et jamais lu.',
    'Lisez le corps, vérifiez-le et gardez l’événement avant de répondre.',
  ],
  answered_early: [
    'La réponse vient avant que le corps soit entier.',
    'Regardez ce qui se trouve devant votre code : un corps peut prendre quelques secondes.',
  ],
  slow_body_refused: [
    'Un corps qui arrive lentement est refusé.',
    'Regardez ce qui se trouve devant votre code : un corps peut prendre quelques secondes.',
  ],
  no_answer_to_probe: ['Pas de conclusion : cette requête est restée sans réponse.', 'Réessayez plus tard.'],
};
