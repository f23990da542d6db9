//! What the gateway says to people, in three languages. What it says to the model is in English.

/// A language of the gateway's messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Language {
    #[default]
    English,
    Spanish,
    Portuguese,
}

impl Language {
    /// Its code.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
            Self::Portuguese => "pt",
        }
    }

    /// The language of a tag such as `pt-BR`, if it is one of ours.
    pub(crate) fn from_tag(tag: &str) -> Option<Self> {
        let language = tag.trim().split(['-', '_']).next().unwrap_or_default();
        [Self::English, Self::Spanish, Self::Portuguese]
            .into_iter()
            .find(|known| known.code().eq_ignore_ascii_case(language))
    }

    /// The reader's favourite of our languages, from an `Accept-Language` header.
    pub(crate) fn from_header(header: &str) -> Option<Self> {
        let mut best: Option<(f32, Self)> = None;
        for part in header.split(',') {
            let (tag, parameters) = part.split_once(';').unwrap_or((part, ""));
            let weight =
                parameters.trim().strip_prefix("q=").map_or(Some(1.0), |q| q.parse::<f32>().ok());
            let (Some(language), Some(weight)) = (Self::from_tag(tag), weight) else { continue };
            if weight > 0.0 && best.is_none_or(|(least, _)| weight > least) {
                best = Some((weight, language));
            }
        }
        best.map(|(_, language)| language)
    }
}

/// What went wrong in a chat, for the person who asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    NoModel,
    ModelUnreachable { address: String },
    ModelSlow { seconds: u64 },
    ModelRefusedKey,
    ModelNotFound { address: String, model: String },
    ModelNotListed { address: String },
    ModelBusy { seconds: Option<u64> },
    ModelFailed { status: u16 },
    ModelRefused { status: u16, reason: String },
    ModelNonsense,
    ModelEmpty,
    ModelCut,
    ModelTooLong,
    ModelFiltered,
    EndlessCalls { rounds: usize },
    ServerGone { server: String },
    ServerWantsToken { server: String },
    ServerRefused { server: String, reason: String },
    ListTooLarge { server: String, bytes: usize },
    ListTooMany { server: String, tools: usize },
    ListRepeats { server: String, cursor: String },
    ListEndless { server: String, pages: usize },
    ToolsLeftOut { server: String, count: usize, tools: String },
    ToolSlow { tool: String, seconds: u64 },
    AnswerUnreadable { tool: String, reason: &'static str },
    AnswerTooLarge { tool: String, bytes: usize },
    PartsLeftOut { tool: String, parts: String },
    TextCut { tool: String, shown: usize, whole: usize },
    DataLeftOut { tool: String, bytes: usize },
    CallsLeftOut { asked: usize, made: usize },
    NobodyReads { seconds: u64 },
    TurnSlow { seconds: u64 },
    MayHaveRun { tool: String, reason: Box<Fault> },
    NoSuchTool { tool: String },
    GatewayBusy,
    WrongRequest { problem: String },
    TooLarge { bytes: usize },
    WrongContentType,
    WrongHost,
    WrongOrigin,
}

/// A message in each language, written where the others are.
macro_rules! say {
    ($language:expr, $en:literal, $es:literal, $pt:literal) => {
        match $language {
            Language::English => format!($en),
            Language::Spanish => format!($es),
            Language::Portuguese => format!($pt),
        }
    };
}

impl Fault {
    /// What happened, and what can be done.
    #[allow(clippy::too_many_lines, reason = "a table: a message in each language for each fault")]
    pub(crate) fn message(&self, language: Language) -> String {
        match self {
            Self::NoModel => say!(
                language,
                "No model is configured, so questions cannot be answered; the tools can be run by hand. Set AI_BASE_URL for a local model or AI_API_KEY for a hosted one.",
                "No hay ningún modelo configurado, por lo que no se pueden responder preguntas; las herramientas se pueden ejecutar a mano. Defina AI_BASE_URL para un modelo local o AI_API_KEY para uno alojado.",
                "Nenhum modelo está configurado, por isso não é possível responder perguntas; as ferramentas podem ser executadas manualmente. Defina AI_BASE_URL para um modelo local ou AI_API_KEY para um hospedado."
            ),
            Self::ModelUnreachable { address } => say!(
                language,
                "The model cannot be reached at {address}. Is it running, and is AI_BASE_URL right?",
                "No se puede contactar con el modelo en {address}. ¿Está en marcha y es correcto AI_BASE_URL?",
                "Não é possível contatar o modelo em {address}. Ele está em execução e AI_BASE_URL está correto?"
            ),
            Self::ModelSlow { seconds } => say!(
                language,
                "The model did not answer within {seconds} seconds. Try again, or ask something simpler.",
                "El modelo no respondió en {seconds} segundos. Inténtelo de nuevo o pregunte algo más sencillo.",
                "O modelo não respondeu em {seconds} segundos. Tente novamente ou pergunte algo mais simples."
            ),
            Self::ModelRefusedKey => say!(
                language,
                "The model's API refused the key. Is AI_API_KEY set, valid, and allowed to use this model?",
                "La API del modelo rechazó la clave. ¿Está definida AI_API_KEY, es válida y puede usar este modelo?",
                "A API do modelo recusou a chave. AI_API_KEY está definida, é válida e pode usar este modelo?"
            ),
            Self::ModelNotFound { address, model } => say!(
                language,
                "There is no model `{model}` at {address}. Check AI_MODEL, and whether AI_BASE_URL ends as it should, often in /v1.",
                "No hay ningún modelo `{model}` en {address}. Revise AI_MODEL y si AI_BASE_URL termina como debe, a menudo en /v1.",
                "Não há nenhum modelo `{model}` em {address}. Verifique AI_MODEL e se AI_BASE_URL termina como deve, geralmente em /v1."
            ),
            Self::ModelNotListed { address } => say!(
                language,
                "The API at {address} does not list a model. Set AI_MODEL to the name of one, and check whether AI_BASE_URL ends as it should, often in /v1.",
                "La API en {address} no ofrece ninguna lista de modelos. Defina AI_MODEL con el nombre de uno y revise si AI_BASE_URL termina como debe, a menudo en /v1.",
                "A API em {address} não lista nenhum modelo. Defina AI_MODEL com o nome de um e verifique se AI_BASE_URL termina como deve, geralmente em /v1."
            ),
            Self::ModelBusy { seconds: Some(seconds) } => say!(
                language,
                "The model's API is getting too many requests. Try again in {seconds} seconds.",
                "La API del modelo recibe demasiadas solicitudes. Inténtelo de nuevo en {seconds} segundos.",
                "A API do modelo está recebendo solicitações demais. Tente novamente em {seconds} segundos."
            ),
            Self::ModelBusy { seconds: None } => say!(
                language,
                "The model's API is getting too many requests. Try again in a while.",
                "La API del modelo recibe demasiadas solicitudes. Inténtelo de nuevo dentro de un rato.",
                "A API do modelo está recebendo solicitações demais. Tente novamente daqui a pouco."
            ),
            Self::ModelFailed { status } => say!(
                language,
                "The model's API failed (HTTP {status}), twice in a row. Try again in a while.",
                "La API del modelo falló (HTTP {status}) dos veces seguidas. Inténtelo de nuevo dentro de un rato.",
                "A API do modelo falhou (HTTP {status}) duas vezes seguidas. Tente novamente daqui a pouco."
            ),
            Self::ModelRefused { status, reason } => say!(
                language,
                "The model's API did not accept the request (HTTP {status}): {reason}",
                "La API del modelo no aceptó la solicitud (HTTP {status}): {reason}",
                "A API do modelo não aceitou a solicitação (HTTP {status}): {reason}"
            ),
            Self::ModelNonsense => say!(
                language,
                "The model's API sent something that is no chat completion. Is AI_BASE_URL the address of an OpenAI-compatible API?",
                "La API del modelo envió algo que no es una respuesta de chat. ¿Es AI_BASE_URL la dirección de una API compatible con OpenAI?",
                "A API do modelo enviou algo que não é uma resposta de chat. AI_BASE_URL é o endereço de uma API compatível com OpenAI?"
            ),
            Self::ModelEmpty => say!(
                language,
                "The model gave an empty answer. Try again, or ask in other words.",
                "El modelo dio una respuesta vacía. Inténtelo de nuevo o pregunte con otras palabras.",
                "O modelo deu uma resposta vazia. Tente novamente ou pergunte com outras palavras."
            ),
            Self::ModelCut => say!(
                language,
                "The connection to the model broke off, so its answer is incomplete. Try again.",
                "La conexión con el modelo se interrumpió, por lo que su respuesta está incompleta. Inténtelo de nuevo.",
                "A conexão com o modelo foi interrompida, por isso a resposta está incompleta. Tente novamente."
            ),
            Self::ModelTooLong => say!(
                language,
                "The model reached the limit of its length, so its answer is incomplete. Ask something narrower.",
                "El modelo alcanzó su límite de longitud, por lo que su respuesta está incompleta. Pregunte algo más concreto.",
                "O modelo atingiu seu limite de tamanho, por isso a resposta está incompleta. Pergunte algo mais específico."
            ),
            Self::ModelFiltered => say!(
                language,
                "The model's API withheld the rest of the answer by its content filter. Ask in other words.",
                "La API del modelo retuvo el resto de la respuesta con su filtro de contenido. Pregunte con otras palabras.",
                "A API do modelo reteve o resto da resposta com seu filtro de conteúdo. Pergunte com outras palavras."
            ),
            Self::EndlessCalls { rounds } => say!(
                language,
                "The model kept calling tools, {rounds} times over, without coming to an answer. What the tools found is shown; ask something narrower.",
                "El modelo siguió llamando a herramientas, {rounds} veces, sin llegar a una respuesta. Lo que encontraron se muestra; pregunte algo más concreto.",
                "O modelo continuou chamando ferramentas, {rounds} vezes, sem chegar a uma resposta. O que elas encontraram é mostrado; pergunte algo mais específico."
            ),
            Self::ServerGone { server } => say!(
                language,
                "The data server cannot be reached ({server}). The next question tries it again.",
                "No se puede contactar con el servidor de datos ({server}). La próxima pregunta lo intentará de nuevo.",
                "Não é possível contatar o servidor de dados ({server}). A próxima pergunta tentará novamente."
            ),
            Self::ServerWantsToken { server } => say!(
                language,
                "The data server ({server}) did not accept the gateway's token. Set MCP_BEARER_TOKEN to the one it expects.",
                "El servidor de datos ({server}) no aceptó el token de la pasarela. Defina MCP_BEARER_TOKEN con el que espera.",
                "O servidor de dados ({server}) não aceitou o token do gateway. Defina MCP_BEARER_TOKEN com o que ele espera."
            ),
            Self::ServerRefused { server, reason } => say!(
                language,
                "The data server ({server}) does not list its tools: {reason}",
                "El servidor de datos ({server}) no ofrece la lista de sus herramientas: {reason}",
                "O servidor de dados ({server}) não lista suas ferramentas: {reason}"
            ),
            Self::ListTooLarge { server, bytes } => say!(
                language,
                "The data server ({server}) has a list of tools of more than {bytes} bytes, so none of them is used.",
                "El servidor de datos ({server}) tiene una lista de herramientas de más de {bytes} bytes, por lo que no se usa ninguna.",
                "O servidor de dados ({server}) tem uma lista de ferramentas de mais de {bytes} bytes, por isso nenhuma é usada."
            ),
            Self::ListTooMany { server, tools } => say!(
                language,
                "The data server ({server}) has more than {tools} tools, so none of them is used.",
                "El servidor de datos ({server}) tiene más de {tools} herramientas, por lo que no se usa ninguna.",
                "O servidor de dados ({server}) tem mais de {tools} ferramentas, por isso nenhuma é usada."
            ),
            Self::ListRepeats { server, cursor } => say!(
                language,
                "The data server ({server}) lists its tools without end: the cursor `{cursor}` came twice. None of them is used.",
                "El servidor de datos ({server}) enumera sus herramientas sin fin: el cursor `{cursor}` llegó dos veces. No se usa ninguna.",
                "O servidor de dados ({server}) lista suas ferramentas sem fim: o cursor `{cursor}` veio duas vezes. Nenhuma é usada."
            ),
            Self::ListEndless { server, pages } => say!(
                language,
                "The data server ({server}) lists its tools on more than {pages} pages, so none of them is used.",
                "El servidor de datos ({server}) enumera sus herramientas en más de {pages} páginas, por lo que no se usa ninguna.",
                "O servidor de dados ({server}) lista suas ferramentas em mais de {pages} páginas, por isso nenhuma é usada."
            ),
            Self::ToolsLeftOut { server, count: 1, tools } => say!(
                language,
                "The data server ({server}) has a tool that cannot be read, which is left out: {tools}. The others can be used.",
                "El servidor de datos ({server}) tiene una herramienta que no se puede leer y se omite: {tools}. Las demás se pueden usar.",
                "O servidor de dados ({server}) tem uma ferramenta que não pode ser lida e é omitida: {tools}. As outras podem ser usadas."
            ),
            Self::ToolsLeftOut { server, count, tools } => say!(
                language,
                "The data server ({server}) has {count} tools that cannot be read, which are left out: {tools}. The others can be used.",
                "El servidor de datos ({server}) tiene {count} herramientas que no se pueden leer y se omiten: {tools}. Las demás se pueden usar.",
                "O servidor de dados ({server}) tem {count} ferramentas que não podem ser lidas e são omitidas: {tools}. As outras podem ser usadas."
            ),
            Self::AnswerUnreadable { tool, reason } => say!(
                language,
                "The answer of {tool} cannot be read: {reason}.",
                "La respuesta de {tool} no se puede leer: {reason}.",
                "A resposta de {tool} não pode ser lida: {reason}."
            ),
            Self::AnswerTooLarge { tool, bytes } => say!(
                language,
                "The answer of {tool} is larger than {bytes} bytes, so it is left out. Ask something narrower.",
                "La respuesta de {tool} supera los {bytes} bytes, por lo que se omite. Pregunte algo más concreto.",
                "A resposta de {tool} tem mais de {bytes} bytes, por isso é omitida. Pergunte algo mais específico."
            ),
            Self::PartsLeftOut { tool, parts } => say!(
                language,
                "Not all of the answer of {tool} can be read. Left out: {parts}.",
                "No toda la respuesta de {tool} se puede leer. Se omite: {parts}.",
                "Nem toda a resposta de {tool} pode ser lida. Omitido: {parts}."
            ),
            Self::TextCut { tool, shown, whole } => say!(
                language,
                "The text of {tool} for the model was cut: it has {whole} characters, of which the model got the first {shown}.",
                "El texto de {tool} para el modelo se cortó: tiene {whole} caracteres, de los que el modelo recibió los primeros {shown}.",
                "O texto de {tool} para o modelo foi cortado: tem {whole} caracteres, dos quais o modelo recebeu os primeiros {shown}."
            ),
            Self::DataLeftOut { tool, bytes } => say!(
                language,
                "The data of {tool} are not shown: an answer shows at most {bytes} bytes of data. Ask something narrower.",
                "Los datos de {tool} no se muestran: una respuesta muestra como máximo {bytes} bytes de datos. Pregunte algo más concreto.",
                "Os dados de {tool} não são mostrados: uma resposta mostra no máximo {bytes} bytes de dados. Pergunte algo mais específico."
            ),
            Self::CallsLeftOut { asked, made } => say!(
                language,
                "The model asked for {asked} calls at once; only the first {made} were made.",
                "El modelo pidió {asked} llamadas a la vez; solo se hicieron las primeras {made}.",
                "O modelo pediu {asked} chamadas de uma vez; só as primeiras {made} foram feitas."
            ),
            Self::NobodyReads { seconds } => say!(
                language,
                "The answer was ended, since nothing of it was read for {seconds} seconds. Ask again.",
                "La respuesta se interrumpió porque no se leyó nada de ella durante {seconds} segundos. Pregunte de nuevo.",
                "A resposta foi encerrada porque nada dela foi lido durante {seconds} segundos. Pergunte novamente."
            ),
            Self::TurnSlow { seconds } => say!(
                language,
                "The answer took longer than {seconds} seconds, so it was ended. Ask something simpler.",
                "La respuesta tardó más de {seconds} segundos, por lo que se interrumpió. Pregunte algo más sencillo.",
                "A resposta levou mais de {seconds} segundos, por isso foi encerrada. Pergunte algo mais simples."
            ),
            Self::ToolSlow { tool, seconds } => say!(
                language,
                "{tool} did not answer within {seconds} seconds.",
                "{tool} no respondió en {seconds} segundos.",
                "{tool} não respondeu em {seconds} segundos."
            ),
            Self::MayHaveRun { tool, reason } => {
                let reason = reason.message(language);
                say!(
                    language,
                    "{reason} {tool} may have changed data all the same, and is not called again: check before you ask for it once more.",
                    "{reason} Aun así, {tool} puede haber cambiado datos y no se llama otra vez: compruébelo antes de volver a pedirlo.",
                    "{reason} Mesmo assim, {tool} pode ter alterado dados e não é chamada outra vez: verifique antes de pedi-la de novo."
                )
            }
            Self::NoSuchTool { tool } => say!(
                language,
                "There is no tool `{tool}`.",
                "No hay ninguna herramienta `{tool}`.",
                "Não há nenhuma ferramenta `{tool}`."
            ),
            Self::GatewayBusy => say!(
                language,
                "Too many questions are being answered at the moment. Try again in a while.",
                "En este momento se responden demasiadas preguntas. Inténtelo de nuevo dentro de un rato.",
                "Há perguntas demais sendo respondidas no momento. Tente novamente daqui a pouco."
            ),
            Self::WrongRequest { problem } => say!(
                language,
                "The request cannot be read: {problem}",
                "No se puede leer la solicitud: {problem}",
                "Não é possível ler a solicitação: {problem}"
            ),
            Self::TooLarge { bytes } => say!(
                language,
                "The conversation has become too long: at most {bytes} bytes can be sent. Start a new one.",
                "La conversación se ha vuelto demasiado larga: se pueden enviar como máximo {bytes} bytes. Empiece una nueva.",
                "A conversa ficou longa demais: no máximo {bytes} bytes podem ser enviados. Comece uma nova."
            ),
            Self::WrongContentType => say!(
                language,
                "A request must be JSON, with the header `content-type: application/json`.",
                "Una solicitud debe ser JSON, con la cabecera `content-type: application/json`.",
                "Uma solicitação deve ser JSON, com o cabeçalho `content-type: application/json`."
            ),
            Self::WrongHost => say!(
                language,
                "This chat may not be opened by this host name; its operator can allow it with WEBCHAT_ALLOWED_HOSTS.",
                "Este chat no se puede abrir con este nombre de host; quien lo opera puede permitirlo con WEBCHAT_ALLOWED_HOSTS.",
                "Este chat não pode ser aberto com este nome de host; quem o opera pode permiti-lo com WEBCHAT_ALLOWED_HOSTS."
            ),
            Self::WrongOrigin => say!(
                language,
                "Other web pages may not use this chat.",
                "Otras páginas web no pueden usar este chat.",
                "Outras páginas da web não podem usar este chat."
            ),
        }
    }
}
